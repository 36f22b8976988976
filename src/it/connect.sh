#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The job jar as a task of Spark Connect, which serverless and standard compute on Databricks are: a
# Connect server and a client, each in a JVM of its own, both from Maven. Commands that compute are
# refused in one line, commands that look work, nothing is written, and the session lives on.
#
#   src/it/connect.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$home/submit.sh" --version >&2
spark=$(sed -n 's:.*<spark.version>\(.*\)</spark.version>.*:\1:p' "$home/pom.xml")
jars=("$home"/target/dayfill-*-job.jar)

class_path() { # class_path NAME ARTIFACT: of Spark alone
  mkdir -p "$scratch/$1"
  cat >"$scratch/$1/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.dayfill.it</groupId><artifactId>$1</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.spark</groupId><artifactId>$2</artifactId><version>$spark</version></dependency>
  </dependencies>
</project>
POM
  mvn -B -q -f "$scratch/$1/pom.xml" dependency:build-classpath "-Dmdep.outputFile=$scratch/$1.classpath" >&2
}
class_path server spark-connect_2.13
class_path client spark-connect-client-jvm_2.13
server=$(<"$scratch/server.classpath"):$(<"$home/target/spark.classpath")
client=$(<"$scratch/client.classpath")
# With Hadoop, Delta's kernel and what else the job jar needs, but nothing of a classic Spark.
equipped=$client:$(tr : '\n' <"$home/target/spark.classpath" | grep -v /org/apache/spark/ | paste -sd :)
mkdir "$scratch/classes"
"${java}c" --release 17 -cp "$client:${jars[0]}" -d "$scratch/classes" "$home/src/it/java/ConnectJob.java"

port=$((20000 + RANDOM % 20000))
start server "$java" "@$home/target/java.options" -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
  -cp "$server" org.apache.spark.deploy.SparkSubmit --master 'local[2]' \
  --conf "spark.connect.grpc.binding.port=$port" --conf "spark.sql.warehouse.dir=$scratch/server" \
  --conf spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension \
  --conf spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog \
  --class org.apache.spark.sql.connect.service.SparkConnectServer spark-internal

answers() { (exec 3<>"/dev/tcp/127.0.0.1/$port"); }
until_true 'the Connect server' 90 answers

task() { # task CLASS_PATH ARGUMENT...
  "$java" "@$home/target/java.options" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -cp "$scratch/classes:${jars[0]}:$1" ConnectJob "sc://127.0.0.1:$port" "${@:2}"
}

project=$(new_project connect)
cd "$project"
"$home/submit.sh" make-days >&2
"$home/submit.sh" load 2026-09-16 >&2
tables() { find warehouse -type f | sort | xargs sha256sum; }
tables >"$scratch/before"

refused='^task failed: .*Spark Connect.*run on dedicated compute or a classic Spark'
for where in equipped client; do
  say "class path: $where"
  for command in 'load 2026-09-17' 'check 2026-09-16' 'backfill 2026-09-02 2026-09-05' 'conflicts --free-running'; do
    expect "$where: $command" 1 "$refused" task "${!where}" $command
    grep -q '^after: .*connect.SparkSession counts 42$' "$scratch/out" || fail 'the session is gone' "$scratch/out"
  done
done
say 'class path: equipped'
expect 'status' 0 ' 1 complete' task "$equipped" status
expect 'plan' 0 '2026-09-16 +2026-09-15 +COMPLETE +SKIP' task "$equipped" plan 2026-09-15 2026-09-17
expect 'history' 0 "^0 .* " task "$equipped" history
expect 'explain' 0 '2026-09-15' task "$equipped" explain orders_daily 2026-09-15
expect 'backfill --dry-run' 0 '2026-09-17 +2026-09-16 +MISSING +RUN' task "$equipped" backfill 2026-09-16 2026-09-17 --dry-run
say 'class path: client'
expect 'status without Hadoop' 1 "$refused" task "$client" status
tables | cmp - "$scratch/before" || fail 'a file of the table has changed'
say 'connect: all as expected'
