#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Airflow's own backfill over days of September, two runs at a time, each a spark-submit of its own
# against the partitioned table.
#
#   src/it/airflow.sh [FIRST [LAST]]   (run dates; default 2026-09-02 2026-09-07; AIRFLOW_VENV names
#                                       a virtual environment that has Airflow already)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

first=${1:-2026-09-02} last=${2:-2026-09-07} dag=orders_daily
airflow_version=3.1.8 provider_version=6.3.4 port=18088
"$home/submit.sh" --version >&2
project=$(new_project project)
(cd "$project" && "$home/submit.sh" make-days >/dev/null)

venv=${AIRFLOW_VENV:-$scratch/venv}
if [[ ! -x $venv/bin/airflow ]]; then
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q "apache-airflow==$airflow_version" \
    "apache-airflow-providers-apache-spark==$provider_version" >&2
fi

mkdir -p "$scratch/bin" "$scratch/dags"
cp "$home/conf/airflow/dayfill.py" "$scratch/dags"
cat >"$scratch/bin/spark-submit" <<SUBMIT
#!/usr/bin/env bash
export SPARK_HOME=$home/target/spark-home SPARK_SCALA_VERSION=2.13 SPARK_LOCAL_IP=127.0.0.1
words=()
while IFS= read -r -d '' word; do words+=("\${word#\$'\n'}"); done < <("$java" -cp "\$SPARK_HOME/jars/*" \\
  org.apache.spark.launcher.Main org.apache.spark.deploy.SparkSubmit "\$@")
exec "\${words[@]:1}"
SUBMIT
chmod +x "$scratch/bin/spark-submit"
jars=("$home"/target/dayfill-*-job.jar)
export PATH=$scratch/bin:$venv/bin:$PATH AIRFLOW_HOME=$scratch/airflow
export DAYFILL_HOME=$home DAYFILL_PROJECT=$project DAYFILL_PACKAGES='' DAYFILL_JAR=${jars[0]}
export AIRFLOW_CONN_SPARK_DEFAULT='{"conn_type": "spark", "host": "local[2]"}'
export AIRFLOW__CORE__DAGS_FOLDER=$scratch/dags AIRFLOW__CORE__LOAD_EXAMPLES=False
export AIRFLOW__CORE__DAGS_ARE_PAUSED_AT_CREATION=False AIRFLOW__CORE__PARALLELISM=2
export AIRFLOW__CORE__EXECUTION_API_SERVER_URL=http://127.0.0.1:$port/execution/
export AIRFLOW__API_AUTH__JWT_SECRET=only-for-this-test AIRFLOW__API__SECRET_KEY=only-for-this-test
airflow db migrate >"$scratch/migrate.log" 2>&1 || fail 'airflow db migrate' "$scratch/migrate.log"
states() { # the states of the backfill's runs, one a line
  airflow dags list-runs $dag --output plain 2>/dev/null | awk '/backfill/ { print $3 }'
}

all_ended() { [[ -n $(states) ]] && ! states | grep -Eq 'queued|running|scheduled'; }

days=$((($(date -d "$last" +%s) - $(date -d "$first" +%s)) / 86400 + 1))
backfill() { # backfill BEHAVIOUR
  airflow backfill create --dag-id $dag --from-date "$first" --to-date "${last}T23:00:00+00:00" --max-active-runs 2 \
    --reprocess-behavior "$1"
}

# SQLite lets one write at a time: the runs are created before the scheduler starts.
airflow dags reserialize >"$scratch/reserialize.log" 2>&1 || fail 'reserialize' "$scratch/reserialize.log"
expect "airflow backfill create of $days runs" 0 '.' backfill none
start api-server airflow api-server --host 127.0.0.1 --port $port --workers 1
start scheduler airflow scheduler
until_true 'the API server' 120 curl -fs "http://127.0.0.1:$port/api/v2/monitor/health"
until_true 'the end of all runs' $((600 + 60 * days)) all_ended
expect 'every run is a success' 0 "^ *$days success" bash -c "sort <<<'$(states)' | uniq -c"
expect 'every day is right' 0 "^orders_daily: $days days, 0 missing, $days complete, 0 stale, 0 corrupt" \
  "$home/submit.sh" status --project "$project"
say 'airflow: all as expected'
