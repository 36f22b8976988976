# SPDX-License-Identifier: Apache-2.0
"""orders_daily under Airflow 3: a run a night, and a whole backfill as one task.

The run date is the run's logical date, or for runs without one the time after which it runs. Never
take it from the clock of the task: a task that is run again must fill the same day.
"""

from __future__ import annotations

import os
import subprocess
from datetime import datetime, timedelta, timezone

from airflow.providers.apache.spark.operators.spark_submit import SparkSubmitOperator
from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG, Param, task
from airflow.exceptions import AirflowException, AirflowFailException

HOME = os.environ.get("DAYFILL_HOME", "/opt/dayfill")  # submit.sh and what it needs
PROJECT = os.environ.get("DAYFILL_PROJECT", "/opt/dayfill/project")  # conf, landing, warehouse
JAR = os.environ.get("DAYFILL_JAR", f"{HOME}/lib/dayfill-0.1.0-job.jar")

NOT_READY = 3
RUN_DATE = "{{ (logical_date or dag_run.run_after) | ds }}"

SPARK = {
    "application": JAR,
    "java_class": "io.dayfill.Main",
    "conn_id": "spark_default",
    "properties_file": f"{HOME}/conf/spark-defaults.conf",
    "packages": os.environ.get("DAYFILL_PACKAGES", "io.delta:delta-spark_2.13:4.4.0") or None,
}


def dayfill(command: str) -> SparkSubmitOperator:
    """One command for the run's date; any exit code but 0 fails the task."""
    return SparkSubmitOperator(
        task_id=command,
        name=f"dayfill-{command}-{RUN_DATE}",
        application_args=[command, RUN_DATE, "--project", PROJECT],
        **SPARK,
    )


# A night's run: fill the day before the run date, then read the table again and compare.
# Runs of different dates touch different partitions, so several may run at once.
with DAG(
    dag_id="orders_daily",
    schedule="0 5 * * *",
    start_date=datetime(2026, 9, 2, tzinfo=timezone.utc),
    catchup=False,
    max_active_runs=4,
    default_args={"retries": 2, "retry_delay": timedelta(minutes=10)},
):
    dayfill("load") >> dayfill("check")

# Exit code 3 says that the source is not there yet. Here it is waited for, and every other failure
# is final at once: 4 is refused input, and trying again is useless.
with DAG(dag_id="orders_daily_waiting", schedule=None):

    @task(retries=6, retry_delay=timedelta(minutes=30))
    def load(run_date: str) -> None:
        call = [f"{HOME}/submit.sh", "load", run_date, "--project", PROJECT]
        code = subprocess.run(call, check=False).returncode
        if code == NOT_READY:
            raise AirflowException(f"the source of {run_date} is not there yet")
        if code:
            raise AirflowFailException(f"load {run_date} ended with exit code {code}")

    load(RUN_DATE)

# Or the run is skipped, and with it what depends on it.
with DAG(dag_id="orders_daily_skipping", schedule=None):
    BashOperator(
        task_id="load",
        bash_command=f'"{HOME}/submit.sh" load {RUN_DATE} --project "{PROJECT}"',
        append_env=True,
        skip_on_exit_code=NOT_READY,
    )

# One task for a range: one Spark session, a plan with reasons, days in parallel, a commit a day.
with DAG(
    dag_id="orders_daily_backfill",
    schedule=None,
    params={
        "first": Param("2026-09-02", type="string", format="date"),
        "last": Param("2026-10-01", type="string", format="date"),
        "reprocess": Param("stale", enum=["none", "failed", "stale", "corrupt", "completed"]),
    },
):
    SparkSubmitOperator(
        task_id="backfill",
        name="dayfill-backfill",
        application_args=[
            "backfill",
            "{{ params.first }}",
            "{{ params.last }}",
            "--reprocess",
            "{{ params.reprocess }}",
            "--reason",
            "Airflow {{ run_id }}",
            "--project",
            PROJECT,
        ],
        **SPARK,
    )
