#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures what a table's age costs, in one run: fills DAYS days of one table (default 1095, one order
# a day) in one command and compares its late days with its early ones, then times looking at them;
# in the end again, when another writer has given each day nine more files.
#
#   src/bench/growth.sh [DAYS]
set -euo pipefail
export LC_ALL=C TZ=UTC SPARK_LOCAL_IP=127.0.0.1
TIMEFORMAT='%R'

days=${1:-1095}
[[ $days =~ ^[1-9][0-9]{2,3}$ ]] || {
  printf 'growth.sh: DAYS is a number from 100 to 9999, not %s\n' "$days" >&2
  exit 2
}
home=$(CDPATH='' cd -P -- "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
project=$(mktemp -d "${TMPDIR:-/tmp}/dayfill-growth.XXXXXX")
trap 'rm -rf "$project"' EXIT
cp -R "$home/conf" "$project/conf"
mkdir -p "$project/landing/orders"
cd "$project"

first=2023-01-02
last=$(date -d "$first + $((days - 1)) days" +%F)
number=1
while ((number <= days)); do
  printf '%s\n' "$number"
  number=$((number + 1))
done | while read -r number; do
  day=$(date -d "$first + $((number - 2)) days" +%F)
  printf 'order_id,customer_id,amount,ordered_at\n%s,C01,10.00,%sT12:00:00\n' "$number" "$day" \
    >"landing/orders/$day.csv"
done

timed() { # timed NAME COMMAND...: the command's wall time in seconds, its stdout in NAME.out
  local name=$1
  shift
  { time "$@" >"$name.out" 2>"$name.err"; } 2>"$name.time"
  cat "$name.time"
}

median() { # the median of the numbers on stdin
  sort -n | sed -n "$((($1 + 1) / 2))p"
}

all=$(timed fill "$home/submit.sh" backfill "$first" "$last" --max-runs "$days" --json)
sed -n 's/.*"elapsed_ms" : \([0-9]*\).*/\1/p' fill.out >elapsed
middle=$(sed -n "$((days / 2 - 15)),$((days / 2 + 15))p" elapsed | median 31)
early=$(sed -n '32,62p' elapsed | median 31)
late=$(tail -n 31 elapsed | median 31)
plan=$(timed plan "$home/submit.sh" plan "$first" "$last" --max-runs "$days")
status=$(timed status "$home/submit.sh" status)
history=$(timed history "$home/submit.sh" history)
tail -n 1 plan.out

class_path=$project/classes:$(<"$home/target/spark.classpath")
java_home=${JAVA_HOME:+$JAVA_HOME/bin/}
mkdir classes
"${java_home}javac" --release 17 -cp "$class_path" -d classes "$home"/src/bench/java/io/dayfill/bench/*.java
"${java_home}java" "@$home/target/java.options" -cp "$class_path" io.dayfill.bench.ManyFiles \
  warehouse/orders_daily 9 2>many.err || { tail -n 20 many.err >&2; exit 1; }
files=$(find warehouse/orders_daily -name '*.parquet' | grep -cv _delta_log)
plan_many=$(timed plan-many "$home/submit.sh" plan "$first" "$last" --max-runs "$days")
status_many=$(timed status-many "$home/submit.sh" status)
tail -n 1 plan-many.out

printf '| what | figure | target |\n|---|---|---|\n'
printf '| fill %s days, one commit each | %s s | - |\n' "$days" "$all"
printf '| an early day (32 to 62) | %s ms | - |\n' "$early"
printf '| a day in the middle | %s ms | - |\n' "$middle"
printf '| a late day (the last 31) | %s ms | at most 1.2 times the early one: %s |\n' "$late" \
  "$(((late * 100 + early / 2) / early))%"
printf '| plan of all days | %s s | 10 s |\n' "$plan"
printf '| status of all days | %s s | 10 s |\n' "$status"
printf '| history | %s s | - |\n' "$history"
printf '| plan with %s files in the table | %s s | 10 s |\n' "$files" "$plan_many"
printf '| status with %s files in the table | %s s | 10 s |\n' "$files" "$status_many"
