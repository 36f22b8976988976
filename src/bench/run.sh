#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Measures dayfill against the jobs that do the same work plainly, all in one sitting:
#
#   src/bench/run.sh [--runs N] [--rows N] [--only LETTERS] [--keep]
#
#   --runs N        how often each job is measured (default 3; fewer only to try it out)
#   --rows N        orders a day in the bulk month (default 200000)
#   --only LETTERS  some of: a the obvious loop over the sample month, b dayfill over the same files,
#                   c the bulk month by plain Parquet, plain Delta and dayfill (default abc)
#   --keep          leave the temporary folder with tables and logs behind
#
# Each job is a process of its own, timed from start to exit, and the jobs take turns. What they leave
# is compared with the landing files. The report goes to stdout, progress to stderr; a job that fails
# or leaves other rows ends the run with exit code 1. A missed target is reported and is no failure.
set -euo pipefail
export LC_ALL=C TZ=UTC SPARK_LOCAL_IP=127.0.0.1
# The same Spark, with the same settings, for all: the one that Maven fetched.
unset SPARK_HOME SPARK_CONF_DIR SPARK_SUBMIT_OPTS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS
TIMEFORMAT='%R %U %S'

readonly FIRST_RUN=2026-09-02 LAST_RUN=2026-10-01 DAYS=30
readonly HEAP=1g

die() {
  printf 'run.sh: %s\n' "$1" >&2
  exit "${2:-1}"
}

# ---- Arguments

runs=3 rows=200000 only=abc keep=no
while (($# > 0)); do
  case $1 in
    --runs | --rows | --only)
      (($# > 1)) || die "$1 needs a value" 2
      [[ $1 != --runs ]] || runs=$2
      [[ $1 != --rows ]] || rows=$2
      [[ $1 != --only ]] || only=$2
      shift 2
      ;;
    --keep) keep=yes && shift ;;
    *) die "unknown argument '$1': run.sh [--runs N] [--rows N] [--only LETTERS] [--keep]" 2 ;;
  esac
done
[[ $runs =~ ^[1-9][0-9]?$ ]] || die "--runs is a number from 1 to 99, not '$runs'" 2
[[ $rows =~ ^[1-9][0-9]{0,7}$ ]] || die "--rows is a number of orders a day, not '$rows'" 2
[[ $only =~ ^[abc]+$ ]] || die "--only is some of the letters abc, not '$only'" 2

# ---- Folders and builds

bench=$(CDPATH='' cd -P -- "$(dirname "${BASH_SOURCE[0]}")" && pwd)
home=$(CDPATH='' cd -P -- "$bench/../.." && pwd)
temp=$(mktemp -d "${TMPDIR:-/tmp}/dayfill-bench.XXXXXX")
finish() {
  if [[ $keep == yes ]]; then
    printf 'run.sh: tables and logs are in %s\n' "$temp" >&2
  else
    rm -rf "$temp"
  fi
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
cd "$temp"
mkdir -p "$temp/classes" "$temp/logs" "$temp/times" "$temp/tables"

java_home=${JAVA_HOME:+$JAVA_HOME/bin/}
"$home/submit.sh" --version >"$temp/version" || die 'dayfill does not build or start'
class_path=$temp/classes:$(<"$home/target/spark.classpath")
java_options=("-Xmx$HEAP" "@$home/target/java.options")
"${java_home}javac" --release 17 -cp "$class_path" -d "$temp/classes" \
  "$bench"/java/io/dayfill/bench/*.java

# job CLASS ARGUMENT...: one of the benchmark's own classes under the JVM's default flags.
job() {
  "${java_home}java" "${java_options[@]}" -cp "$class_path" "io.dayfill.bench.$1" "${@:2}"
}

# ---- Projects: dayfill's definitions, a month of files, and no table yet

# new_project NAME: a folder with the checkout's definitions and nothing else yet.
new_project() {
  mkdir -p "$temp/$1"
  cp -R "$home/conf" "$temp/$1/conf"
}

# orders_in NAME: the lines of the project's landing files without their headers.
orders_in() {
  local file line count=0
  for file in "$temp/$1"/landing/orders/*.csv; do
    while IFS= read -r line; do count=$((count + 1)); done <"$file"
    count=$((count - 1))
  done
  printf '%s' "$count"
}

sample_orders=0
if [[ $only == *[ab]* ]]; then
  new_project sample
  cp -R "$home/landing" "$temp/sample/landing"
  sample_orders=$(orders_in sample)
fi
bulk_orders=$((rows * DAYS))
if [[ $only == *c* ]]; then
  new_project bulk
  job BulkMonth "$temp/bulk/landing/orders" "$rows" 2>"$temp/logs/bulk-month.err" ||
    die "no bulk month: $(tail -n 1 "$temp/logs/bulk-month.err")"
fi

# ---- Measuring

# measure WHAT ROUND COMMAND...: runs the command and notes its wall and CPU time, in milliseconds.
measure() {
  local what=$1 round=$2 log=$temp/logs/$1.$2 wall user system
  shift 2
  sync # what the job before left to be written is not this one's work
  if ! { time "$@" >"$log.out" 2>"$log.err"; } 2>"$log.time"; then
    tail -n 20 "$log.err" "$log.out" >&2
    die "$what failed in round $round"
  fi
  read -r wall user system <"$log.time"
  printf '%d %d\n' "$((10#${wall/./}))" "$((10#${user/./} + 10#${system/./}))" \
    >>"$temp/times/$what"
  printf 'round %s: %s %s s\n' "$round" "$what" "$wall" >&2
}

# expect_month WHAT ROUND ORDERS: the last line of the job must say how many days and orders there are.
expect_month() {
  local line
  line=$(tail -n 1 "$temp/logs/$1.$2.out")
  [[ ${line//,/} =~ (^|[^0-9])"$DAYS days" && ${line//,/} =~ (^|[^0-9])"$3 orders" ]] ||
    die "$1 in round $2 should end with $DAYS days, $3 orders; it said: $line"
}

# backfill WHAT ROUND PROJECT ORDERS [OPTION OF SPARK-SUBMIT...]
backfill() {
  local what=$1 round=$2 project=$temp/$3 orders=$4
  shift 4
  measure "$what" "$round" \
    "$home/submit.sh" "$@" backfill "$FIRST_RUN" "$LAST_RUN" --project "$project"
  expect_month "$what" "$round" "$orders"
}

# verify PROJECT TABLE...: each table, a FORMAT:PATH, must hold the rows of the project's files.
verify() {
  local log=$temp/logs/verify.$1
  job SameRows "$temp/$1/landing/orders" "${@:2}" >"$log.out" 2>"$log.err" || {
    tail -n 20 "$log.err" >&2
    die "a table of the $1 month does not hold the rows of its files"
  }
  rm -rf "$temp/tables" "$temp/$1/warehouse"
}

sample_round() {
  local tables=()
  if [[ $only == *a* ]]; then
    measure loop "$1" job ObviousLoop "$temp/sample/landing/orders" "$temp/tables/loop"
    expect_month loop "$1" "$sample_orders"
    tables+=("delta:$temp/tables/loop")
  fi
  if [[ $only == *b* ]]; then
    backfill dayfill "$1" sample "$sample_orders"
    tables+=("delta:$temp/sample/warehouse/orders_daily")
  fi
  verify sample "${tables[@]}"
}

bulk_round() {
  local landing=$temp/bulk/landing/orders
  measure bulk-parquet "$1" job PlainParquet "$landing" "$temp/tables/parquet"
  measure bulk-delta "$1" job PlainDelta "$landing" "$temp/tables/delta"
  backfill bulk-dayfill "$1" bulk "$bulk_orders" --driver-memory "$HEAP"
  verify bulk "parquet:$temp/tables/parquet" "delta:$temp/tables/delta" \
    "delta:$temp/bulk/warehouse/orders_daily"
}

for ((round = 1; round <= runs; round++)); do
  if [[ $only == *[ab]* ]]; then sample_round "$round"; fi
  if [[ $only == *c* ]]; then bulk_round "$round"; fi
done

# ---- The report

# nth NUMBER: that line of the numbers on stdin, in their order; 0 is the first.
nth() {
  sort -n | sed -n "$(($1 + 1))p"
}

# times_of WHAT FIELD: the measured times of a job; field 1 is wall, 2 CPU.
times_of() {
  cut -d ' ' -f "$2" "$temp/times/$1"
}

# median WHAT FIELD
median() {
  local low high
  low=$(times_of "$1" "$2" | nth "$(((runs - 1) / 2))")
  high=$(times_of "$1" "$2" | nth "$((runs / 2))")
  printf '%d' "$(((low + high) / 2))"
}

# seconds MILLISECONDS: with one decimal.
seconds() {
  local tenths=$((($1 + 50) / 100))
  printf '%d.%d' "$((tenths / 10))" "$((tenths % 10))"
}

# row LABEL WHAT RATIOS TARGETS
row() {
  local least most
  least=$(times_of "$2" 1 | nth 0)
  most=$(times_of "$2" 1 | nth "$((runs - 1))")
  printf '| %s | %s (%s-%s) | %s | %s | %s |\n' "$1" "$(seconds "$(median "$2" 1)")" \
    "$(seconds "$least")" "$(seconds "$most")" "$(seconds "$(median "$2" 2)")" "$3" "$4"
}

# hundredths WHAT WHAT: the ratio of two median wall times, times 100.
hundredths() {
  local above below
  above=$(median "$1" 1)
  below=$(median "$2" 1)
  printf '%d' "$(((above * 100 + below / 2) / below))"
}

# ratio NAME HUNDREDTHS
ratio() {
  printf '%s %d.%02d' "$1" "$(($2 / 100))" "$(($2 % 100))"
}

# verdict HOLDS TEXT: HOLDS is 1 or 0.
verdict() {
  if (($1)); then printf '%s: met' "$2"; else printf '%s: MISSED' "$2"; fi
}

# warm_days: the milliseconds of each day of the loop, without the first day of a process.
warm_days() {
  local log
  for log in "$temp"/logs/loop.*.out; do
    sed -n '2,$s/^ok .* \([0-9]*\) ms$/\1/p' "$log"
  done
}

report() {
  local commit collector count factor='-' target='-' to_parquet to_delta
  commit=$(git -C "$home" describe --always --dirty --exclude '*' 2>/dev/null) || commit=unknown
  count=$(getconf _NPROCESSORS_ONLN)
  collector=$("${java_home}java" "${java_options[@]}" -XX:+PrintFlagsFinal -version 2>/dev/null |
    sed -n 's/^ *bool Use\([A-Za-z0-9]*GC\) .*= true .*/\1/p' | head -n 1)
  printf '%s, commit %s, %s cores, %s, rounds: %s\n\n' "$(date -u '+%Y-%m-%d %H:%M UTC')" \
    "$commit" "$count" "$("${java_home}java" -version 2>&1 | head -n 1)" "$runs"
  printf '| what | wall s, median (min-max) | CPU s, median | ratio of medians | target |\n'
  printf '|---|---|---|---|---|\n'
  if [[ $only == *a* ]]; then
    row "a: obvious loop, $DAYS days, $sample_orders orders" loop - -
  fi
  if [[ $only == *b* ]]; then
    if [[ $only == *a* ]]; then
      factor=$(hundredths loop dayfill)
      target=$(verdict "$((factor >= 1000))" 'loop/dayfill >= 10')
      factor=$(ratio loop/dayfill "$factor")
    fi
    row "b: dayfill backfill, $DAYS days, $sample_orders orders" dayfill "$factor" "$target"
  fi
  if [[ $only == *c* ]]; then
    to_parquet=$(hundredths bulk-dayfill bulk-parquet)
    to_delta=$(hundredths bulk-dayfill bulk-delta)
    row "c: plain Parquet, $DAYS days, $bulk_orders orders" bulk-parquet - -
    row 'c: plain Delta, the same' bulk-delta - -
    row 'c: dayfill backfill, the same' bulk-dayfill \
      "$(ratio /parquet "$to_parquet"), $(ratio /delta "$to_delta")" \
      "$(verdict "$((to_parquet <= 200))" '/parquet <= 2.0'), $(verdict "$((to_delta <= 170))" '/delta <= 1.7')"
  fi
  printf '\nWhole processes, from start to exit; stored rows compared with the files each round.\n'
  printf 'Baselines: local[*], java -Xmx%s with Spark'\''s module flags (%s, C2). ' "$HEAP" "$collector"
  printf 'dayfill: ./submit.sh with its own flags'
  [[ $only != *c* ]] || printf ', --driver-memory %s for c' "$HEAP"
  printf '.\n'
  if [[ $only == *a* ]]; then
    printf 'A warm day of the loop: %s s (median of all but the first day of a process).\n' \
      "$(seconds "$(warm_days | nth "$((runs * (DAYS - 1) / 2))")")"
  fi
}
report
