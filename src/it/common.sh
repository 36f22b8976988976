# SPDX-License-Identifier: Apache-2.0
#
# What the scripts of this folder share: a project of their own, and expectations that end the
# script with the output when they fail.
set -euo pipefail
export LC_ALL=C TZ=UTC SPARK_LOCAL_IP=127.0.0.1
unset SPARK_HOME SPARK_CONF_DIR SPARK_SUBMIT_OPTS JDK_JAVA_OPTIONS JAVA_TOOL_OPTIONS

home=$(CDPATH='' cd -P -- "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
scratch=$(mktemp -d "${TMPDIR:-/tmp}/dayfill-it.XXXXXX")
started=()

end() {
  local pid
  for pid in "${started[@]}"; do kill "$pid" 2>/dev/null || true; done
  wait 2>/dev/null || true
  rm -rf "$scratch"
}
trap end EXIT

say() { printf '%s\n' "$*" >&2; }

fail() { # fail WHAT [FILE...]: the end of the script
  say "FAILED: $1"
  shift
  tail -n 30 "$@" >&2 || true
  exit 1
}

start() { # start NAME COMMAND...: in the background until the script ends
  local name=$1
  shift
  "$@" >"$scratch/$name.log" 2>&1 &
  started+=("$!")
}

until_true() { # until_true WHAT SECONDS COMMAND...
  local what=$1 left=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((left-- > 0)) || fail "$what did not happen" "$scratch"/*.log
    sleep 1
  done
}

expect() { # expect WHAT EXIT_CODE PATTERN COMMAND...: of its output; the last line is shown
  local what=$1 wanted=$2 pattern=$3 code=0
  shift 3
  "$@" >"$scratch/out" 2>&1 || code=$?
  [[ $code == "$wanted" ]] || fail "$what: exit code $code, not $wanted" "$scratch/out"
  grep -Eq -- "$pattern" "$scratch/out" || fail "$what: no /$pattern/" "$scratch/out"
  say "ok: $what: exit $code, $(grep -E -- "$pattern" "$scratch/out" | tail -n 1)"
}

new_project() { # new_project NAME: the sample's definitions in a folder of their own
  local folder=$scratch/$1
  mkdir -p "$folder"
  cp -R "$home/conf" "$folder/conf"
  printf '%s' "$folder"
}

late_order() { # late_order PROJECT: one more order on 2026-09-15
  printf '2131,C02,19.99,2026-09-15T20:30:00\n' >>"$1/landing/orders/2026-09-15.csv"
}
