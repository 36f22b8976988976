#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The Dockerfile without an engine: built by buildah on stand-ins of its two base images, a Debian
# with JDK 17 and Maven, and the same with Maven's Spark in /opt/spark. September is then filled in a
# mounted folder by user 185, the root read-only. Needs root, buildah and mmdebstrap.
#
#   src/it/container.sh [DEBIAN.tar]   (a root file system made by an earlier run)
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

"$home/submit.sh" --version >&2
export BUILDAH_ISOLATION=chroot
name=dayfill-it-$$
root=$scratch/root

remove() {
  umount -R "$root" 2>/dev/null || true
  buildah rm "$name-job" "$name-base" "$name-spark" >/dev/null 2>&1 || true
  end
}
trap remove EXIT

debian=${1:-$scratch/debian.tar}
[[ -f $debian ]] || mmdebstrap --quiet --variant=minbase \
  --include=openjdk-17-jdk-headless,maven,tini,ca-certificates,procps bookworm "$debian"

buildah from --name "$name-base" scratch >/dev/null
buildah add -q "$name-base" "$debian" / >/dev/null
buildah config --env MAVEN_OPTS=-Dmaven.repo.local=/var/m2 "$name-base"
buildah commit -q "$name-base" "localhost/$name-base" >/dev/null

# What apache/spark has of Spark, as far as dayfill sees it.
mkdir -p "$scratch/spark/bin" "$scratch/spark/jars"
tr : '\n' <"$home/target/spark.classpath" | grep -Ev '/(io/delta|io/unitycatalog|jackson-datatype-jdk8)/' |
  xargs cp -t "$scratch/spark/jars"
cat >"$scratch/spark/bin/spark-submit" <<'SUBMIT'
#!/usr/bin/env bash
export SPARK_SCALA_VERSION=2.13
words=()
while IFS= read -r -d '' word; do words+=("${word#$'\n'}"); done < <(java -cp "$SPARK_HOME/jars/*" \
  org.apache.spark.launcher.Main org.apache.spark.deploy.SparkSubmit "$@")
exec "${words[@]:1}"
SUBMIT
chmod +x "$scratch/spark/bin/spark-submit"
buildah from --name "$name-spark" "localhost/$name-base" >/dev/null
buildah add -q "$name-spark" "$scratch/spark" /opt/spark >/dev/null
buildah run "$name-spark" -- useradd -u 185 -g root spark
buildah commit -q "$name-spark" "localhost/$name-spark" >/dev/null

git clone -q "$home" "$scratch/context"
commit=$(git -C "$home" describe --always --exclude '*')
mkdir -p "$HOME/.m2/repository"
buildah bud -q -v "$HOME/.m2/repository:/var/m2" --build-arg "BUILD_IMAGE=localhost/$name-base" \
  --build-arg "SPARK_IMAGE=localhost/$name-spark" --build-arg "DAYFILL_COMMIT=$commit" \
  -t "localhost/$name" "$scratch/context" >/dev/null
say 'ok: the Dockerfile builds'
expect 'the image is labelled' 0 "org.opencontainers.image.revision.*$commit" buildah inspect --type image "localhost/$name"

buildah from --name "$name-job" "localhost/$name" >/dev/null
project=$(new_project project)
chown -R 185 "$project"
mkdir "$root"
mount --bind "$(buildah mount "$name-job")" "$root"
mount -o remount,bind,ro "$root"
mount --bind "$project" "$root/project"
mount -t tmpfs tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"

# The image's entry point, as an engine would start it; an array, so that signals reach it.
contain=(env -i PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp
  SPARK_HOME=/opt/spark chroot --userspec=185:0 "$root" bash -c
  'cd /project && exec tini -s -g -- /opt/dayfill/submit.sh "$@"' -)

expect 'the root is read-only' 1 'Read-only file system' \
  chroot --userspec=0 "$root" bash -c 'touch /opt/dayfill/x'
expect 'make-days' 0 '30 files written' "${contain[@]}" make-days
expect 'backfill' 0 '^ran 30 runs, 0 failed; orders_daily has 30 days, 130 orders' \
  "${contain[@]}" backfill 2026-09-02 2026-10-01
expect 'the exit code comes through' 3 'is not ready' "${contain[@]}" load 2026-11-16
expect 'the files are the user'"'"'s' 0 '^185$' stat -c %u "$project/warehouse/orders_daily/_delta_log/00000000000000000030.json"

"${contain[@]}" backfill 2026-09-02 2026-10-01 --reprocess completed >"$scratch/long.log" 2>&1 &
job=$!
until_true 'a day in work' 120 grep -q 'run date 2026-09-02' "$scratch/long.log"
began=$SECONDS
kill -TERM "$job"
code=0
wait "$job" || code=$?
((SECONDS - began <= 10)) || fail "SIGTERM took $((SECONDS - began)) s" "$scratch/long.log"
[[ $code == 143 || $code == 1 ]] || fail "SIGTERM: exit code $code" "$scratch/long.log"
say "ok: SIGTERM ends the job in $((SECONDS - began)) s with $code"
expect 'every day is as it was or as it should be' 0 '30 days, 0 missing, 30 complete, 0 stale, 0 corrupt' \
  "${contain[@]}" status --state stale,corrupt
say 'container: all as expected'
