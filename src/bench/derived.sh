#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures derived tables, in one run:
#
#   src/bench/derived.sh [--only LETTERS] [--orders N] [--days N]
#
#   --only LETTERS  some of: j a day of orders joined with a dimension, against the same plain Spark
#                   join; c a chain whose second day is corrected; s which days a changed dimension
#                   makes stale (default jcs)
#   --orders N      orders of the joined day (default 6000000)
#   --days N        days of the chain and of the staleness (default 365; for three years 1095)
set -euo pipefail
export LC_ALL=C TZ=UTC SPARK_LOCAL_IP=127.0.0.1
unset SPARK_HOME SPARK_CONF_DIR SPARK_SUBMIT_OPTS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS
TIMEFORMAT='%R'

only=jcs orders=6000000 days=365
while (($# > 1)); do
  case $1 in
    --only) only=$2 ;;
    --orders) orders=$2 ;;
    --days) days=$2 ;;
    *) break ;;
  esac
  shift 2
done
[[ $# == 0 && $only =~ ^[jcs]+$ && $orders =~ ^[1-9][0-9]*$ && $days =~ ^[1-9][0-9]{1,3}$ ]] || {
  printf 'derived.sh [--only LETTERS] [--orders N] [--days N]\n' >&2
  exit 2
}
home=$(CDPATH='' cd -P -- "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
project=$(mktemp -d "${TMPDIR:-/tmp}/dayfill-derived.XXXXXX")
trap 'rm -rf "$project"' EXIT
cp -R "$home/conf" "$project/conf"
mkdir -p "$project/landing/orders" "$project/classes"
cd "$project"
"$home/submit.sh" --version >version
class_path=$project/classes:$(<"$home/target/spark.classpath")
java_home=${JAVA_HOME:+$JAVA_HOME/bin/}
"${java_home}javac" --release 17 -cp "$class_path" -d classes \
  "$home"/src/bench/java/io/dayfill/bench/{Orders,JoinTables,PlainJoin,MoveCustomer}.java

job() {
  "${java_home}java" -Xmx1g "@$home/target/java.options" -cp "$class_path" "io.dayfill.bench.$1" "${@:2}"
}

timed() { # timed NAME COMMAND...: the command's wall time in seconds, its stdout in NAME.out
  local name=$1
  shift
  { time "$@" >"$name.out" 2>"$name.err"; } 2>"$name.time" || {
    tail -n 20 "$name.err" "$name.out" >&2
    return 1
  }
  printf '%s: %s s\n' "$name" "$(<"$name.time")" >&2
  cat "$name.time"
}

ratio() {
  awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'
}

printf '| what | wall s | figure | target |\n|---|---|---|---|\n'

if [[ $only == *j* ]]; then
  cat >conf/orders_by_region.yaml <<'YAML'
table: orders_by_region
day_column: order_date
inputs:
  orders: {table: orders_daily}
  customers:
    dimension: warehouse/customers
    key: customer_id
    valid_from: valid_from
    valid_to: valid_to
    join: orders.customer_id
history: original
sql: |
  SELECT o.order_id, o.customer_id, c.region, o.amount, o.order_date
  FROM orders o LEFT JOIN customers c ON o.customer_id = c.customer_id
YAML
  timed tables job JoinTables warehouse/orders_daily warehouse/customers "$orders" 100000 >/dev/null
  plain=$(timed plain job PlainJoin warehouse/orders_daily warehouse/customers plain_table)
  joined=$(timed joined "$home/submit.sh" --driver-memory 1g load 2026-09-16 --table orders_by_region --json)
  printf '| plain Spark join, %s orders | %s | - | - |\n' "$orders" "$plain"
  printf '| the same day by dayfill | %s | %s times the plain join | at most 1.3 |\n' "$joined" "$(ratio "$joined" "$plain")"
  rm -rf warehouse plain_table
fi

first=2026-09-01
last=$(date -d "$first + $((days - 1)) days" +%F)
range=(2026-09-02 "$(date -d "$last + 1 day" +%F)" --max-runs "$days")
if [[ $only == *[cs]* ]]; then
  for ((i = 0; i < days; i++)); do
    day=$(date -d "$first + $i days" +%F)
    {
      printf 'order_id,customer_id,amount,ordered_at\n'
      for n in 1 2 3 4; do
        printf '%s,C%02d,%s.50,%sT12:00:00\n' "$((i * 4 + n))" "$(((i * 5 + n * 3) % 12 + 1))" "$n" "$day"
      done
    } >"landing/orders/$day.csv"
  done
  timed orders "$home/submit.sh" backfill "${range[@]}" >/dev/null
fi

per_day() { # per_day NAME: milliseconds a day by the runs in the document of NAME
  sed -n 's/.*"elapsed_ms" : \([0-9]*\).*/\1/p' "$1.out" |
    awk '$1 > 0 { sum += $1; n++ } END { printf "%.0f", n ? sum / n : 0 }'
}

if [[ $only == *c* ]]; then
  filled=$(timed chain "$home/submit.sh" backfill "${range[@]}" --table customer_balance --json)
  printf '| a chain of %s days, filled | %s | %s ms a day | - |\n' "$days" "$filled" "$(per_day chain)"
  printf '%s,C01,7.00,2026-09-02T13:00:00\n' "$((days * 4 + 1))" >>landing/orders/2026-09-02.csv
  for publish in each together; do
    "$home/submit.sh" load 2026-09-03 >/dev/null 2>&1
    tail=$(timed "tail-$publish" "$home/submit.sh" backfill 2026-09-03 2026-09-03 \
      --table customer_balance --downstream --publish "$publish" --json)
    printf '| its 2nd day corrected, %s days after it, %s | %s | %s ms a day | at most 700 ms |\n' \
      "$((days - 2))" "$publish" "$tail" "$(per_day "tail-$publish")"
    printf '%s,C02,8.00,2026-09-02T14:00:00\n' "$((days * 4 + 2))" >>landing/orders/2026-09-02.csv
  done
fi

if [[ $only == *s* ]]; then
  "$home/submit.sh" make-days --project customers >/dev/null
  mkdir -p warehouse
  mv customers/warehouse/customers warehouse/customers
  filled=$(timed revenue "$home/submit.sh" backfill "${range[@]}" --table revenue_by_region --json)
  printf '| %s days joined with a dimension, filled | %s | %s ms a day | - |\n' "$days" "$filled" "$(per_day revenue)"
  light=$(timed light "$home/submit.sh" plan "${range[@]}" --table revenue_by_region)
  printf '| plan, no dimension has changed | %s | - | - |\n' "$light"
  timed move job MoveCustomer warehouse/customers C02 >/dev/null
  stale=$(timed stale "$home/submit.sh" plan "${range[@]}" --table revenue_by_region --json)
  printf '| plan, one customer has moved | %s | %s of %s days stale | one query |\n' \
    "$stale" "$(grep -c '"state" : "STALE"' stale.out)" "$days"
fi
