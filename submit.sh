#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Runs dayfill: ./submit.sh [SPARK-SUBMIT OPTIONS] COMMAND [ARGUMENTS]
#
# Spark is the one of SPARK_HOME or, in a checkout without it, the one that Maven fetches.
# A light JVM looks at the arguments first: help, mistakes and commands that only look end there, and
# Spark starts for the rest.
set -euo pipefail

die() {
  echo "submit.sh: $1" >&2
  exit "${2:-1}"
}

self=${BASH_SOURCE[0]}
while [[ -L $self ]]; do
  link=$(readlink "$self")
  [[ $link == /* ]] || link=$(dirname "$self")/$link
  self=$link
done
home=$(CDPATH='' cd -P -- "$(dirname "$self")" && pwd)

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || die "needs Java 17 or later, but '$java' cannot be run"

# ---- The options of spark-submit; the first word that is none of them starts dayfill's arguments.

options=(--class io.dayfill.Main)
properties=("$home/conf/spark-defaults.conf")
spark_conf=${SPARK_CONF_DIR:-${SPARK_HOME:-$home}/conf}
master='' deploy_mode=client site_defaults=yes java_options=${SPARK_SUBMIT_OPTS:-} jars=''
driver_path=''
light=(-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m)
while (($# > 0)); do
  option=${1%%=*}
  case $option in
    --supervise | --verbose | --load-spark-defaults)
      options+=("$1")
      shift
      continue
      ;;
    --archives | --conf | -c | --deploy-mode | --driver-class-path | --driver-cores | \
      --driver-default-class-path | --driver-java-options | --driver-library-path | \
      --driver-memory | --exclude-packages | --executor-cores | --executor-memory | \
      --extra-properties-file | --files | --jars | --keytab | --master | --name | \
      --num-executors | --packages | --principal | --properties-file | --proxy-user | --queue | \
      --remote | --repositories | --total-executor-cores) ;;
    *) break ;;
  esac
  if [[ $1 == *=* ]]; then
    value=${1#*=}
    shift
  else
    (($# > 1)) || die "$option needs a value" 2
    value=$2
    shift 2
  fi
  case $option=$value in
    --master=* | --conf=spark.master=* | -c=spark.master=*) master=${value#spark.master=} ;;
    --deploy-mode=* | --conf=spark.submit.deployMode=* | -c=spark.submit.deployMode=*)
      deploy_mode=${value#spark.submit.deployMode=}
      ;;
    --driver-java-options=* | --conf=*JavaOptions=* | -c=*JavaOptions=*) java_options=$value ;;
    --jars=*) jars=$value ;;
    --driver-class-path=*) driver_path=$value ;;
    --conf=spark.hadoop.* | -c=spark.hadoop.*) light+=("-D$value") ;;
    --extra-properties-file=*) properties+=("$value") ;;
    --properties-file=*)
      # Read after dayfill's own and, as spark-submit does, instead of the site's defaults.
      option=--extra-properties-file site_defaults=''
      properties+=("$value")
      ;;
  esac
  options+=("$option" "$value")
done

# ---- A checkout is built when its sources are newer; an installed copy has no pom.xml.

find_jar() {
  jar=''
  local file
  for file in "$lib"/dayfill-*-job.jar; do
    if [[ -f $file && (-z $jar || $file -nt $jar) ]]; then jar=$file; fi
  done
}

is_built() {
  find_jar
  [[ -n $jar && -f $lib/spark.classpath && -f $lib/java.options ]] &&
    [[ -z $(find "$home/pom.xml" "$home/src/main" "$home/src/build" -newer "$jar") ]]
}

build() {
  command -v mvn >/dev/null || die "dayfill must be built first, and Maven (mvn) is not on the PATH"
  echo "submit.sh: building dayfill in $home" >&2
  # Tests and style are for 'mvn verify' to judge.
  (cd "$home" && mvn -B -q -Dmaven.test.skip=true -Dspotless.check.skip=true -Dcheckstyle.skip=true package) \
    </dev/null >&2 || die "the build failed"
  find_jar
}

is_linked() {
  [[ $lib/spark-home/jars -nt $lib/spark.classpath ]]
}

# Spark's launcher, and executors on this machine, look for Spark's jars in one folder.
link_spark() {
  local maven_jars
  IFS=: read -ra maven_jars <<<"$(<"$lib/spark.classpath")"
  rm -rf "$lib/spark-home" "$lib/spark-home.new"
  mkdir -p "$lib/spark-home.new/jars"
  ln -s "${maven_jars[@]}" "$lib/spark-home.new/jars"
  mv "$lib/spark-home.new" "$lib/spark-home"
}

lib=$home/lib
if [[ -f $home/pom.xml ]]; then
  lib=$home/target
  if ! is_built || ! is_linked; then
    {
      ! command -v flock >/dev/null || flock 9
      is_built || build
      is_linked || link_spark
    } 9<"$home/pom.xml"
  fi
fi
find_jar
[[ -n $jar ]] || die "there is no dayfill-*-job.jar in $lib"

if [[ -n ${SPARK_HOME:-} && ! -x $SPARK_HOME/bin/spark-submit ]]; then
  die "there is no bin/spark-submit in SPARK_HOME=$SPARK_HOME"
fi
if [[ -f $lib/spark.classpath ]]; then
  spark_path=$(<"$lib/spark.classpath")
elif [[ -n ${SPARK_HOME:-} ]]; then
  spark_path="$SPARK_HOME/jars/*"
else
  die "SPARK_HOME must name a Spark 4.2 with Delta: this copy of dayfill has none of its own"
fi

# ---- Step 1: Main answers on descriptor 3 with its exit code or with the kind of Spark job it needs.

if [[ -n $site_defaults ]]; then
  properties=("${properties[0]}" "$spark_conf/spark-defaults.conf" "${properties[@]:1}")
fi

file_value() { # file_value NAME: of spark.NAME in the files of properties; the last one counts
  sed -nE "s/^[[:space:]]*spark\\.$1[[:space:]=:]+(.*[^[:space:]])[[:space:]]*\$/\\1/p" \
    "${properties[@]}" 2>/dev/null | tail -n 1 || true
}

# The tables' store needs the same jars and settings here as under Spark.
[[ -n $driver_path ]] || driver_path=$(file_value driver.extraClassPath)
store_path=${jars:-$(file_value jars)}
store_path=${store_path//file:\/\//}
store_path=${store_path//,/:}${driver_path:+:$driver_path}

light+=("-Ddayfill.settings=$(IFS=: && echo "${properties[*]}")")
while IFS= read -r flag; do
  # The vector module serves Spark's arithmetic only, and the JVM announces it on stderr.
  [[ $flag == --add-modules=* ]] || light+=("$flag")
done <"$lib/java.options"

class_path=$jar:$home/conf:$spark_path${HADOOP_CONF_DIR:+:$HADOOP_CONF_DIR}
class_path+=${store_path:+:$store_path}
code=0
exec 4>&1
answer=$("$java" "${light[@]}" -Ddayfill.answer=/dev/fd/3 -cp "$class_path" \
  io.dayfill.Main "$@" 3>&1 >&4 4>&-) || code=$?
exec 4>&-
case $answer in
  'spark short' | 'spark long') ;;
  '' | *[!0-9]*) exit $((code > 0 ? code : 1)) ;;
  *) exit "$answer" ;;
esac

# ---- Step 2: the same arguments under spark-submit.

# Without a site's own file Spark logs at INFO.
if ! compgen -G "$spark_conf/log4j2.*" >/dev/null; then
  export LOG4J_CONFIGURATION_FILE=${LOG4J_CONFIGURATION_FILE:-$home/conf/log4j2.properties}
fi

# What stands first among the options gives way to what the user says after it.
options=(--properties-file "$home/conf/spark-defaults.conf" "${options[@]}")
if [[ -n $site_defaults ]]; then
  options=(--load-spark-defaults "${options[@]}")
fi

project_of() { # project_of ARGUMENT...: the folder after --project
  local folder=.
  while (($# > 0)); do
    case $1 in
      --project) folder=${2:-.} ;;
      --project=*) folder=${1#*=} ;;
    esac
    shift
  done
  (CDPATH='' cd -P -- "$folder" && pwd)
}

files_set() {
  grep -Eqs "^[[:space:]]*spark\.$1" "${properties[@]}"
}

if [[ -z $master ]] && ! files_set master; then
  master='local[*]'
fi
# A standalone cluster tells the client of a driver only that it has ended: its state is read from
# what the client logs, its exit code and failures from a file in the project, if both see that.
run=exec
if [[ $deploy_mode == cluster && $master == spark://* ]]; then
  run=run_driver
  if exit_file=$(mktemp "$(project_of "$@")/.dayfill-exit.XXXXXX" 2>/dev/null); then
    trap 'rm -f "$exit_file"' EXIT
  else
    exit_file=/dev/null # a project that the client may only read: the driver's state must do
  fi
  options=(--conf spark.standalone.submit.waitAppCompletion=true
    --conf "spark.dayfill.exit.file=$exit_file" "${options[@]}")
fi

run_driver() { # run_driver COMMAND...: the exit code of the driver that it starts
  local state='' line
  while IFS= read -r line; do
    printf '%s\n' "$line" >&2
    [[ $line =~ 'State of driver '.*' is '([A-Z]+) ]] && state=${BASH_REMATCH[1]}
  done < <("$@" 2>&1)
  local code=''
  {
    read -r code || true
    sed 's/^/dayfill: /' >&2
  } <"$exit_file"
  if [[ $code =~ ^[0-9]+$ ]]; then
    exit "$code"
  fi
  [[ $state == FINISHED ]] || die "the driver ended as ${state:-unknown to this client}; its worker has its log"
  exit 0
}

if [[ $master == local* ]]; then
  export SPARK_LOCAL_IP=${SPARK_LOCAL_IP:-127.0.0.1}
  # Two collectors in one command line stop the JVM: these are only for those who chose nothing.
  if [[ -z $java_options ]] && ! files_set '.*JavaOptions'; then
    case $answer in
      'spark short') export SPARK_SUBMIT_OPTS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:ReservedCodeCacheSize=256m -Djdk.lang.Process.launchMechanism=VFORK' ;;
      # In a run of a minute the optimising compiler costs much if it may compile what is only warm
      # (a diff of six million rows: a sixth of its CPU); loops over rows are hot at any threshold.
      'spark long') export SPARK_SUBMIT_OPTS='-XX:+UseParallelGC -XX:Tier4InvocationThreshold=100000 -XX:Tier4MinInvocationThreshold=20000 -XX:Tier4CompileThreshold=200000 -XX:Tier4BackEdgeThreshold=200000' ;;
    esac
  fi
fi

if [[ -n ${SPARK_HOME:-} ]]; then
  if ! compgen -G "$SPARK_HOME/jars/delta-spark*.jar" >/dev/null &&
    [[ -f $lib/spark.classpath && ${options[*]} != *io.delta:* ]]; then
    delta=$(tr : '\n' <"$lib/spark.classpath" |
      grep -E '/(io/delta|io/unitycatalog|jackson-datatype-jdk8)/' | paste -sd , -)
    options+=(--jars "${jars:+$jars,}$delta")
  fi
  "$run" "$SPARK_HOME/bin/spark-submit" "${options[@]}" "$jar" "$@"
fi

export SPARK_HOME=$lib/spark-home SPARK_CONF_DIR=$spark_conf SPARK_SCALA_VERSION=2.13
# The launcher prints the words of the command, each ended by a NUL, after an empty first line.
command=()
while IFS= read -r -d '' word; do
  command+=("${word#$'\n'}")
done < <("$java" -Xmx128m -cp "$SPARK_HOME/jars/*" org.apache.spark.launcher.Main \
  org.apache.spark.deploy.SparkSubmit "${options[@]}" "$jar" "$@")
((${#command[@]} > 1)) || die "Spark's launcher gave no command"
"$run" "${command[@]:1}"
