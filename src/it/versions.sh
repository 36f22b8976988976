#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The job jar on other versions of Spark and Delta: September is filled, a day corrected, a conflict
# shown. They come from Maven, with Delta's kernel as the jar is built for it.
#
#   src/it/versions.sh [SPARK:DELTA...]   (default 4.0.4:4.0.1 4.1.1:4.1.0 4.1.3:4.4.0)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

class_path() { # class_path SPARK DELTA FILE
  # Since 4.1 there is one Delta for each Spark.
  local artifact=delta-spark_${1%.*}_2.13
  [[ $2 != 4.0.* ]] || artifact=delta-spark_2.13
  mkdir -p "$scratch/pom"
  cat >"$scratch/pom/pom.xml" <<POM
<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>io.dayfill.it</groupId><artifactId>versions</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>io.delta</groupId><artifactId>delta-kernel-api</artifactId><version>$kernel</version>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions></dependency>
    <dependency>
      <groupId>io.delta</groupId><artifactId>delta-kernel-defaults</artifactId><version>$kernel</version>
      <!-- Spark has its own of these. -->
      <exclusions>
        <exclusion><groupId>com.fasterxml.jackson.core</groupId><artifactId>*</artifactId></exclusion>
        <exclusion><groupId>org.apache.hadoop</groupId><artifactId>*</artifactId></exclusion>
        <exclusion><groupId>org.apache.parquet</groupId><artifactId>*</artifactId></exclusion>
      </exclusions>
    </dependency>
    <dependency><groupId>org.apache.spark</groupId><artifactId>spark-sql_2.13</artifactId><version>$1</version></dependency>
    <dependency><groupId>io.delta</groupId><artifactId>$artifact</artifactId><version>$2</version></dependency>
  </dependencies>
</project>
POM
  mvn -B -q -f "$scratch/pom/pom.xml" dependency:build-classpath "-Dmdep.outputFile=$3" >&2
}

"$home/submit.sh" --version >&2
built=$(sed -n 's:.*<delta.version>\(.*\)</delta.version>.*:\1:p' "$home/pom.xml")
jars=("$home"/target/dayfill-*-job.jar)

dayfill() { # dayfill ARGUMENT...: under the spark-submit of the version in turn
  "$java" "@$home/target/java.options" -Xmx1g -XX:+UseSerialGC -XX:TieredStopAtLevel=1 \
    -cp "$home/conf:$(<"$paths")" org.apache.spark.deploy.SparkSubmit --master 'local[2]' \
    --properties-file "$home/conf/spark-defaults.conf" --class io.dayfill.Main "${jars[0]}" "$@"
}

(($# > 0)) || set -- 4.0.4:4.0.1 4.1.1:4.1.0 4.1.3:4.4.0
for version in "$@"; do
  spark=${version%:*} delta=${version#*:} kernel=$built
  # The kernel of 4.4 needs a Parquet that Spark 4.0 does not have.
  [[ $spark != 4.0.* ]] || kernel=$delta
  say "Spark $spark, Delta $delta"
  paths=$scratch/$spark.classpath
  class_path "$spark" "$delta" "$paths"
  cd "$(new_project "$spark")"
  expect 'make-days' 0 'landing/orders' dayfill make-days
  expect 'backfill' 0 '^ran 30 runs, 0 failed; orders_daily has 30 days, 130 orders' \
    dayfill backfill 2026-09-02 2026-10-01
  late_order .
  expect 'load' 0 '^run 2026-09-16 loaded 2026-09-15: 4 rows \(was 3\), orders_daily has 131, version 31$' \
    dayfill load 2026-09-16
  expect 'check' 0 "^ok 2026-09-15: 4 rows for the file's 4 orders, 0 missing" dayfill check 2026-09-16
  expect 'history' 0 "^31 .* WRITE +order_date = '2026-09-15' +4 " dayfill history --limit 3
  hold=(dayfill backfill 2026-09-02 2026-10-01 --reprocess completed --publish hold)
  if [[ $delta == "$built" ]]; then
    expect 'hold' 0 '^30 held' "${hold[@]}"
    id=$(sed -n 's/.*(backfill \([0-9a-f]*\))$/\1/p' "$scratch/out")
    expect 'publish' 0 "^published $id: 30 days" dayfill publish "$id"
    expect 'undo' 0 "^undone $id by .*: 30 days" dayfill undo "$id"
  else
    expect 'hold is refused' 2 'this Delta does not have the classes that it needs' "${hold[@]}"
  fi
  expect 'conflicts' 0 '^unpartitioned: [1-9][0-9]* of [0-9]+ writers lost a conflict .*; partitioned: 0 of' \
    dayfill conflicts --writers 4 --rounds 2
  expect 'status' 0 '30 days, 0 missing, 30 complete, 0 stale, 0 corrupt' dayfill status --state stale,corrupt
done
say 'versions: all as expected'
