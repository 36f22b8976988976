#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# September on a standalone cluster, a master and two workers started from Maven's Spark: client and
# cluster mode, exit codes, and a worker that is killed while days are computed and while one is
# checked.
#
#   src/it/cluster.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

port=17077 web=18080
project=$(new_project project)
cd "$project"
"$home/submit.sh" --version >&2
"$home/submit.sh" make-days >/dev/null
spark_home=$home/target/spark-home

daemon() { # daemon NAME ARGUMENT...
  start "$1" env SPARK_HOME="$spark_home" SPARK_SCALA_VERSION=2.13 "$java" -Xmx256m \
    "@$home/target/java.options" -cp "$spark_home/jars/*" "org.apache.spark.deploy.${@:2}"
}

workers() { curl -fs "http://127.0.0.1:$web/json/" | grep -c '"state" : "ALIVE"' | grep -qx "$1"; }

daemon master master.Master --host 127.0.0.1 --port $port --webui-port $web
until_true 'the start of the master' 60 curl -fs "http://127.0.0.1:$web/json/"
for each in 1 2; do
  daemon "worker$each" worker.Worker --host 127.0.0.1 --webui-port $((web + each)) -c 1 -m 2g \
    -d "$scratch/work$each" "spark://127.0.0.1:$port"
done
until_true 'two workers' 60 workers 2

submit() { # submit MODE ARGUMENT...
  local mode=$1
  shift
  "$home/submit.sh" --master "spark://127.0.0.1:$port" --deploy-mode "$mode" --executor-memory 1g \
    --conf spark.executor.cores=1 "$@" --project "$project"
}

expect 'client mode fills September' 0 '^ran 30 runs, 0 failed; orders_daily has 30 days, 130 orders' \
  submit client backfill 2026-09-02 2026-10-01
late_order "$project"
expect 'cluster mode corrects a day' 0 'State of driver .* is FINISHED' submit cluster load 2026-09-16
expect 'client mode checks it' 0 "^ok 2026-09-15: 4 rows for the file's 4 orders" \
  submit client check 2026-09-16
printf '2132,C02,1.0x,2026-09-15T20:40:00\n' >>landing/orders/2026-09-15.csv
expect 'client mode refuses a bad file' 4 'orders_daily 2026-09-15 refused: .* has 1 bad line' \
  submit client load 2026-09-16
expect 'cluster mode refuses a bad file' 4 '^dayfill: orders_daily 2026-09-15 refused: .* has 1 bad line' submit cluster load 2026-09-16
expect 'a mistake in the command needs no cluster' 2 'Unknown option' \
  submit cluster load 2026-09-16 --frobnicate
expect 'cluster mode waits for a file' 3 'is not ready' submit cluster load 2026-11-16
sed -i '$d' landing/orders/2026-09-15.csv
expect 'the day is as it was corrected' 0 "^ok 2026-09-15: 4 rows" submit client check 2026-09-16

# ---- A lost worker takes its executor with it; the other one finishes.


executor_of() { pgrep -P "$1"; }

has_staged() { find "$project/warehouse/orders_daily" -name '*.parquet' -newer "$scratch/begun" | grep -q .; }

lose_worker() { # lose_worker MOMENT ARGUMENT...: a worker and its executor are killed at the moment
  local moment=$1 command
  shift
  touch "$scratch/begun"
  submit client "$@" &
  command=$!
  until_true "the executor of worker $second" 60 executor_of "$second"
  until_true "$moment" 60 "$moment" "$second"
  # shellcheck disable=SC2046
  kill -9 "$second" $(executor_of "$second")
  wait "$command"
}

second=${started[2]}
expect 'a worker is lost while days are computed' 0 '^ran 30 runs, 0 failed; .* 131 orders' \
  lose_worker has_staged backfill 2026-09-02 2026-10-01 --reprocess completed
until_true 'one worker' 90 workers 1
expect 'one worker is enough' 0 '^ran 30 runs, 0 failed; .* 131 orders' \
  submit client backfill 2026-09-02 2026-10-01 --reprocess completed
daemon worker3 worker.Worker --host 127.0.0.1 --webui-port $((web + 3)) -c 1 -m 2g \
  -d "$scratch/work3" "spark://127.0.0.1:$port"
until_true 'two workers again' 60 workers 2
second=${started[3]}
expect 'a worker is lost while a day is checked' 0 "^ok 2026-09-15: 4 rows" \
  lose_worker executor_of check 2026-09-16
expect 'every day is complete' 0 '30 days, 0 missing, 30 complete, 0 stale, 0 corrupt' \
  "$home/submit.sh" status --state stale,corrupt
say 'cluster: all as expected'
