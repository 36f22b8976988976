#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures publishing deliberately, in one run: a bulk month published each and together, then
# corrected, held, compared, published and undone.
#
#   src/bench/deliberate.sh [ROWS_A_DAY]
set -euo pipefail
export LC_ALL=C TZ=UTC SPARK_LOCAL_IP=127.0.0.1
unset SPARK_HOME SPARK_CONF_DIR SPARK_SUBMIT_OPTS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS
TIMEFORMAT='%R'

rows=${1:-200000}
[[ $rows =~ ^[1-9][0-9]{0,7}$ ]] || {
  printf 'deliberate.sh: ROWS_A_DAY is a number, not %s\n' "$rows" >&2
  exit 2
}
home=$(CDPATH='' cd -P -- "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
project=$(mktemp -d "${TMPDIR:-/tmp}/dayfill-deliberate.XXXXXX")
trap 'rm -rf "$project"' EXIT
cp -R "$home/conf" "$project/conf"
cd "$project"

"$home/submit.sh" --version >version
jars=("$home"/target/dayfill-*-job.jar)
class_path=$project/classes:${jars[0]}:$(<"$home/target/spark.classpath")
java_home=${JAVA_HOME:+$JAVA_HOME/bin/}
mkdir classes
"${java_home}javac" --release 17 -cp "$class_path" -d classes "$home"/src/bench/java/io/dayfill/bench/*.java

job() {
  "${java_home}java" -Xmx1g "@$home/target/java.options" -cp "$class_path" "io.dayfill.bench.$1" "${@:2}"
}

timed() { # timed NAME COMMAND...: adds its wall time in seconds to NAME.times, its stdout in NAME.out
  local name=$1
  shift
  { time "$@" >"$name.out" 2>"$name.err"; } 2>"$name.time" || {
    tail -n 20 "$name.err" "$name.out" >&2
    return 1
  }
  printf '%s: %s s\n' "$name" "$(<"$name.time")" >&2
  cat "$name.time" >>"$name.times"
}

least() { # least NAME: its best time in seconds
  sort -n "$1.times" | head -n 1
}

backfill() { # backfill NAME OPTION...: timed; a day that was skipped would be a time of nothing
  timed "$1" "$home/submit.sh" --driver-memory 1g backfill 2026-09-02 2026-10-01 --reprocess completed "${@:2}" --json
  [[ $(grep -Ec '"outcome" : "(PUBLISHED|HELD)"' "$1.out") == 30 ]] || {
    printf 'deliberate.sh: %s did not compute all 30 days\n' "$1" >&2
    return 1
  }
}

backfill_id() { # the id in the document of NAME
  sed -n 's/^  "backfill" : "\([0-9a-f]*\)".*/\1/p' "$1.out"
}

work_ms() { # what the runs in the document of NAME took together, the start of Spark left out
  sed -n 's/.*"elapsed_ms" : \([0-9]*\).*/\1/p' "$1.out" | awk '{ sum += $1 } END { print sum }'
}

data_bytes() {
  find warehouse/orders_daily -path '*order_date=*' -name '*.parquet' -printf '%s\n' | awk '{ sum += $1 } END { printf "%d", sum }'
}

amount_plus() { # amount_plus N: corrects the definition, so that every row changes
  sed "s/  SELECT order_id, customer_id, amount,/  SELECT order_id, customer_id, CAST(amount + $1 AS DECIMAL(12,2)) AS amount,/" \
    "$home/conf/orders_daily.yaml" >conf/orders_daily.yaml
}

percent() { # percent NAME NAME: of their best times
  awk -v a="$(least "$1")" -v b="$(least "$2")" 'BEGIN { printf "%.0f%%", 100 * a / b }'
}

job BulkMonth "$project/landing/orders" "$rows" 2>month.err

# Each way three times, in turn, and the best time of each: the speed of a machine changes within
# minutes by more than the ways differ.
for _ in 1 2 3; do
  rm -rf warehouse
  backfill together --publish together
  rm -rf warehouse
  backfill each
done
amount_plus 1
backfill hold --publish hold
id=$(backfill_id hold)
for _ in 1 2 3; do # now, when the folder has the files of both sides and no others
  timed scan job ScanFiles warehouse/orders_daily
  timed diff "$home/submit.sh" --driver-memory 1g diff "$id" --json
done
before=$(data_bytes)
timed publish "$home/submit.sh" publish "$id" --json
timed undo "$home/submit.sh" undo "$id" --json
after=$(data_bytes)
# A hold is measured against publishing the same days, which are there already, one by one.
amount_plus 2
backfill again
for number in 3 5; do
  amount_plus "$number"
  backfill hold --publish hold
  "$home/submit.sh" discard "$(backfill_id hold)" >discard.out # days that are held would be skipped
  amount_plus "$((number + 1))"
  backfill again
done
timed races job LostRaces "$project"

printf '| what (%s rows a day, 30 days) | wall s | figure | target |\n|---|---|---|---|\n' "$rows"
printf '| each | %s | - | - |\n' "$(least each)"
printf '| together | %s | %s of each | at most 100%% |\n' "$(least together)" "$(percent together each)"
printf '| each, over days that are there | %s | - | - |\n' "$(least again)"
printf '| hold | %s | %s of that | at most 100%% |\n' "$(least hold)" "$(percent hold again)"
printf '| one scan of both sides | %s | - | - |\n' "$(least scan)"
printf '| diff | %s | %s of the scan | at most 200%% |\n' "$(least diff)" "$(percent diff scan)"
printf '| publish | %s | %s ms after the session is up | at most 2000 ms |\n' "$(least publish)" "$(work_ms publish)"
printf '| undo | %s | %s ms after the session is up | at most 2000 ms |\n' "$(least undo)" "$(work_ms undo)"
printf '| a lost race, from its loss to the publication | - | %s | at most 500 ms and the wait (25 to 75 ms), but for every 100th version, which has a checkpoint |\n' "$(<races.out)"
printf '| data files before and after publish and undo | - | %s and %s bytes | the same |\n' "$before" "$after"
