#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# September on other stores than a local disk: HDFS (a name node and a data node of Hadoop's
# MiniDFSCluster) and S3 (S3Mock, by s3a), each in a JVM of its own; two drivers at once; and
# throttling, time-outs and cut connections on the way to S3.
#
#   src/it/stores.sh [hdfs] [hdfs-drivers] [s3] [s3-drivers] [faults-data] [faults-commit]
#     [faults-answer]
#   (default: all, which takes more than an hour on two cores)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

s3_port=19090 proxy_port=19091

# ---- Programs from Maven, and dayfill with what they need.

class_path() { # class_path NAME POM_PARTS: the jars, separated by colons
  mkdir -p "$scratch/$1"
  cat >"$scratch/$1/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.dayfill.it</groupId><artifactId>$1</artifactId><version>1</version>
  $2
</project>
POM
  mvn -B -q -f "$scratch/$1/pom.xml" dependency:build-classpath "-Dmdep.outputFile=$scratch/$1.path" >&2
  cat "$scratch/$1.path"
}

managed() { # managed GROUP ARTIFACT VERSION [MORE]
  printf '<dependencyManagement><dependencies><dependency><groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>%s</dependency></dependencies></dependencyManagement>' \
    "$1" "$2" "$3" "${4:-}"
}

hdfs_jars() {
  class_path hdfs '<dependencies>
    <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-client-minicluster</artifactId><version>3.5.0</version></dependency>
  </dependencies>'
}

s3mock_jars() {
  class_path s3mock "$(managed org.slf4j slf4j-api 2.0.17)
  <dependencies>
    <dependency><groupId>com.adobe.testing</groupId><artifactId>s3mock</artifactId><version>5.2.0</version></dependency>
  </dependencies>"
}

# Of the SDK's bundle, which has 686 MB, s3a uses these parts; netty and slf4j are Spark's.
s3a_jars() {
  local part parts=''
  for part in s3 s3-transfer-manager sts apache-client netty-nio-client; do
    parts+="<dependency><groupId>software.amazon.awssdk</groupId><artifactId>$part</artifactId></dependency>"
  done
  class_path s3a "$(managed software.amazon.awssdk bom 2.36.2 '<type>pom</type><scope>import</scope>')
  <dependencies>
    <dependency><groupId>org.apache.hadoop</groupId><artifactId>hadoop-aws</artifactId><version>3.5.0</version>
      <exclusions><exclusion><groupId>software.amazon.awssdk</groupId><artifactId>bundle</artifactId></exclusion></exclusions></dependency>
    $parts
  </dependencies>" | tr : '\n' | grep -Ev '/(io/netty|org/slf4j)/' | paste -sd ,
}

site() { # site FOLDER [NAME=VALUE...]: a core-site.xml
  local folder=$1 each
  shift
  mkdir -p "$folder"
  {
    echo '<configuration>'
    for each in "$@"; do
      printf '<property><name>%s</name><value>%s</value></property>\n' "${each%%=*}" "${each#*=}"
    done
    echo '</configuration>'
  } >"$folder/core-site.xml"
}

s3_site() { # s3_site FOLDER PORT [NAME=VALUE...]
  local folder=$1 port=$2
  shift 2
  site "$folder" "fs.s3a.endpoint=http://127.0.0.1:$port" fs.s3a.endpoint.region=us-east-1 \
    fs.s3a.path.style.access=true fs.s3a.connection.ssl.enabled=false \
    fs.s3a.aws.credentials.provider=org.apache.hadoop.fs.s3a.SimpleAWSCredentialsProvider \
    fs.s3a.access.key=any fs.s3a.secret.key=any "$@"
}

jars='' # that dayfill needs for the store in turn
dayfill() { "$home/submit.sh" --driver-memory 1g ${jars:+--jars "$jars"} "$@"; }

shell() { # shell ARGUMENT...: Hadoop's file system shell
  "$java" -Xmx256m -XX:TieredStopAtLevel=1 -XX:+UseSerialGC \
    -cp "$HADOOP_CONF_DIR:$(<"$home/target/spark.classpath"):${jars//,/:}" org.apache.hadoop.fs.FsShell "$@"
}

stored_project() { # stored_project NAME URL: whose tables and landing files lie below URL
  local project
  project=$(new_project "$1")
  sed -i -e "s#^\(table: \)\(.*\)#\1\2\nlocation: $2/\2#" -e "s#files: landing#files: $2/landing#" \
    "$project"/conf/orders_daily*.yaml
  (cd "$project" && dayfill make-days >/dev/null)
  printf '%s' "$project"
}

deliver() { # deliver URL: the landing files, as they are in the project
  shell -mkdir -p "$1"
  shell -put -f landing "$1/"
}

# ---- What an operator does in a month.

walk() { # walk URL
  local url=$1 id
  deliver "$url"
  expect 'backfill' 0 '^ran 30 runs, 0 failed; orders_daily has 30 days, 130 orders' \
    dayfill backfill 2026-09-02 2026-10-01
  expect 'the same again' 0 '^ran 0 runs, 0 failed, 30 skipped; .* nothing was to be done' \
    dayfill backfill 2026-09-02 2026-10-01
  late_order .
  deliver "$url"
  expect 'plan of a late order' 0 '^orders_daily: 30 days .*1 stale.* 1 to run' dayfill plan 2026-09-02 2026-10-01
  expect 'load' 0 '^run 2026-09-16 loaded 2026-09-15: 4 rows \(was 3\), orders_daily has 131, version 31$' \
    dayfill load 2026-09-16
  expect 'check' 0 "^ok 2026-09-15: 4 rows for the file's 4 orders, 0 missing" dayfill check 2026-09-16
  expect 'history' 0 "^31 .* WRITE +order_date = '2026-09-15' +4 " dayfill history --limit 3
  expect 'explain' 0 'version 31, .*: published, 4 rows \(before: 3\)' dayfill explain orders_daily 2026-09-15
  expect 'hold' 0 '^30 held' dayfill backfill 2026-09-02 2026-10-01 --reprocess completed --publish hold
  id=$(sed -n 's/.*(backfill \([0-9a-f]*\))$/\1/p' "$scratch/out")
  expect 'publish' 0 "^published $id: 30 days" dayfill publish "$id"
  expect 'undo' 0 "^undone $id by .*: 30 days" dayfill undo "$id"
  expect 'replaceWhere' 0 '^run 2026-09-16 loaded 2026-09-15: 4 rows' \
    dayfill load 2026-09-16 --publisher replace-where
  expect 'unpartitioned' 0 '^ran 3 runs, 0 failed; orders_daily_unpartitioned has 3 days' \
    dayfill backfill 2026-09-02 2026-09-04 --table orders_daily_unpartitioned
  expect 'conflicts' 0 '^unpartitioned: [1-9][0-9]* of [0-9]+ writers lost a conflict .*; partitioned: 0 of' \
    dayfill conflicts --writers 4 --rounds 2
  expect 'status' 0 '30 days, 0 missing, 30 complete, 0 stale, 0 corrupt' dayfill status --verify --state stale,corrupt
}

# ---- Two drivers at once.

together() { # together NAME COMMAND -- COMMAND: both at once, their codes in $codes
  local name=$1 first=() one code1=0 code2=0
  shift
  while [[ $1 != -- ]]; do
    first+=("$1")
    shift
  done
  shift
  "${first[@]}" >"$scratch/$name.1" 2>"$scratch/$name.1.err" &
  one=$!
  "$@" >"$scratch/$name.2" 2>"$scratch/$name.2.err" || code2=$?
  wait "$one" || code1=$?
  codes="$code1 $code2"
}

# What both drivers say that they have published must be in the log, and what the store lost must
# not have ended as a success.
race() { # race WHAT CODES NAME COMMAND -- COMMAND
  local what=$1 wanted=$2 name=$3
  shift 2
  together "$@"
  [[ $codes =~ ^($wanted)$ ]] || fail "$what: exit codes $codes, not $wanted" "$scratch/$name".[12]{,.err}
  dayfill history --limit 1000 --json >"$scratch/history.json" 2>"$scratch/history.err"
  expect "$what (exit codes $codes)" 0 'publications reported, 0 of them not in the log' \
    "$java" -cp "$(<"$home/target/spark.classpath")" "$home/src/it/java/Reported.java" \
    "$scratch/history.json" "$scratch/$name".[12]
  expect 'the table after it' 0 '30 days, 0 missing, 30 complete, 0 stale, 0 corrupt' \
    dayfill status --verify --state stale,corrupt
}

first_half=(dayfill backfill 2026-09-02 2026-09-16 --reprocess completed --concurrency 1 --json)
second_half=(dayfill backfill 2026-09-17 2026-10-01 --reprocess completed --concurrency 1 --json)
same_days=(dayfill backfill 2026-09-10 2026-09-14 --reprocess completed --json)

# ---- Faults between dayfill and the store.

rule() { # rule KIND TIMES MILLIS PATTERN: of the next PUT requests
  curl -fsS -X PUT --data "$1 $2 $3 PUT $4" "http://127.0.0.1:$proxy_port/-/rule"
}

no_rule() { # and its predecessor was applied
  local hits
  hits=$(curl -fsS "http://127.0.0.1:$proxy_port/-/rule")
  curl -fsS -X DELETE "http://127.0.0.1:$proxy_port/-/rule"
  ((hits > 0)) || fail 'the fault did not happen'
}

orders=3 # of 2026-09-15, in its file; as many or one less in the table

faulty_load() { # faulty_load WHAT EXIT_CODE PATTERN RULE...: one more order comes; the day is as before or as after
  local what=$1 code=$2 pattern=$3 stored
  shift 3
  stored=$orders
  orders=$((orders + 1))
  printf '%s,C02,19.99,2026-09-15T20:30:00\n' $((9000 + orders)) >>landing/orders/2026-09-15.csv
  deliver "$url"
  rule "$@"
  expect "$what" "$code" "$pattern" dayfill load 2026-09-16
  no_rule
  if [[ $code == 0 ]]; then
    expect 'so the day is as after' 0 "^ok 2026-09-15: $orders rows for the file's $orders" dayfill check 2026-09-16
  else
    expect 'so the day is as before' 4 "$stored rows" dayfill check 2026-09-16
    expect 'and the same again does it' 0 "^run 2026-09-16 loaded 2026-09-15: $orders rows" dayfill load 2026-09-16
  fi
}

data='/lake/.*/orders_daily/.*[.]parquet'
commit='/lake/.*/orders_daily/_delta_log/[0-9]{20}[.]json'

# ---- The parts.

filled() { # filled NAME: a project below $url with September in its table
  cd "$(stored_project "$1" "$url/$1")"
  deliver "$url/$1"
  expect 'backfill' 0 '^ran 30 runs, 0 failed; orders_daily has 30 days, 130 orders' \
    dayfill backfill 2026-09-02 2026-10-01
}

start_hdfs() {
  jars=''
  export HADOOP_CONF_DIR=$scratch/hdfs-site
  if [[ ! -f $scratch/address ]]; then
    site "$HADOOP_CONF_DIR"
    start hdfs "$java" -Xmx512m -XX:+UseSerialGC -cp "$(hdfs_jars)" "$home/src/it/java/MiniHdfs.java" "$scratch"
    until_true 'the start of HDFS' 120 test -f "$scratch/address"
  fi
  url=$(<"$scratch/address")
}

part_hdfs() {
  start_hdfs
  cd "$(stored_project hdfs "$url/shop")"
  walk "$url/shop"
}

part_hdfs-drivers() {
  start_hdfs
  filled hdfs-drivers
  race 'two drivers on other days' '0 0' halves "${first_half[@]}" -- "${second_half[@]}"
  race 'two drivers on the same days' '[05] [05]' same "${same_days[@]}" -- "${same_days[@]}"
}

s3_jars=''
start_s3() { # start_s3 SITE
  if [[ -z $s3_jars ]]; then
    s3_jars=$(s3a_jars)
    start s3mock "$java" -Xmx384m -XX:+UseSerialGC -cp "$(s3mock_jars)" \
      com.adobe.testing.s3mock.S3MockApplication --server.port=0 \
      --com.adobe.testing.s3mock.httpPort=$s3_port --com.adobe.testing.s3mock.store.root="$scratch/lake" \
      --com.adobe.testing.s3mock.store.initialBuckets=lake
    start proxy "$java" -Xmx256m -XX:+UseSerialGC "$home/src/it/java/FaultProxy.java" $proxy_port $s3_port
    until_true 'the start of S3Mock' 60 curl -fs "http://127.0.0.1:$proxy_port/lake?list-type=2"
    s3_site "$scratch/s3-site" $s3_port
    s3_site "$scratch/proxy-site" $proxy_port
    # With Hadoop's own retries each of these commands would try for many minutes.
    s3_site "$scratch/fault-site" $proxy_port fs.s3a.attempts.maximum=2 fs.s3a.retry.limit=1 \
      fs.s3a.retry.interval=100ms fs.s3a.retry.throttle.limit=2 fs.s3a.retry.throttle.interval=100ms \
      fs.s3a.connection.timeout=15s fs.s3a.connection.request.timeout=15s
  fi
  jars=$s3_jars url=s3a://lake
  export HADOOP_CONF_DIR=$scratch/$1
}

part_s3() {
  start_s3 s3-site
  cd "$(stored_project s3 "$url/shop")"
  walk "$url/shop"
  expect 'a second driver is warned of' 0 'orders_daily: on s3a a second driver could lose a commit' \
    dayfill load 2026-09-16
}

part_s3-drivers() {
  start_s3 s3-site
  filled s3-drivers
  race 'two drivers as chance has it' '[05] [05]' free "${first_half[@]}" -- "${second_half[@]}"
  start_s3 proxy-site
  rule pair 1000000 -20 "$commit"
  race 'two drivers that write each version at once' '5 [05]|0 5' pairs "${first_half[@]}" -- "${second_half[@]}"
  no_rule
  rule pair 1000000 1500 "$commit"
  race 'the later of two 1.5 s after the answer to the earlier' '5 [05]|0 5' late "${first_half[@]}" -- "${second_half[@]}"
  no_rule
}

start_faults() { # start_faults NAME
  start_s3 fault-site
  url=$url/$1
  cd "$(stored_project "$1" "$url")"
  deliver "$url"
  orders=3
  expect 'the day' 0 '^run 2026-09-16 loaded 2026-09-15: 3 rows' dayfill load 2026-09-16
}

part_faults-data() {
  start_faults faults-data
  faulty_load '503 once for the data file' 0 '^run 2026-09-16 loaded' refuse 1 0 "$data"
  faulty_load '503 always for the data file' 1 'orders_daily 2026-09-15' refuse 1000 0 "$data"
  faulty_load 'the data file is cut once' 0 '^run 2026-09-16 loaded' cut 1 0 "$data"
  faulty_load 'the data file is always cut' 1 'orders_daily 2026-09-15' cut 1000 0 "$data"
  faulty_load 'the data file always takes longer than the time-out' 1 'orders_daily 2026-09-15' late 1000 20000 "$data"
}

part_faults-commit() {
  start_faults faults-commit
  faulty_load '503 once for the commit' 0 '^run 2026-09-16 loaded' refuse 1 0 "$commit"
  faulty_load '503 always for the commit' 1 'orders_daily 2026-09-15 not published' refuse 1000 0 "$commit"
  faulty_load 'the commit is cut once' 0 '^run 2026-09-16 loaded' cut 1 0 "$commit"
  faulty_load 'the commit is always cut' 1 'orders_daily 2026-09-15 not published' cut 1000 0 "$commit"
  faulty_load 'the commit takes longer than the time-out, once' 0 '^run 2026-09-16 loaded' late 1 20000 "$commit"
}

part_faults-answer() {
  start_faults faults-answer
  faulty_load 'the answer to the commit is lost once' 0 '^run 2026-09-16 loaded' lost 1 0 "$commit"
  faulty_load 'the answer to the commit is always lost' 0 '^run 2026-09-16 loaded' lost 1000 0 "$commit"
}

"$home/submit.sh" --version >&2
(($# > 0)) || set -- hdfs hdfs-drivers s3 s3-drivers faults-data faults-commit faults-answer
for part in "$@"; do
  [[ $(type -t "part_$part") == function ]] || fail "there is no part $part"
  say "$part"
  "part_$part"
done
say 'stores: all as expected'
