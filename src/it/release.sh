#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Builds the release twice, each from a clone of its own, and compares the bytes.
#
#   src/it/release.sh
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

commit=$(git -C "$home" describe --always --exclude '*')
for build in first second; do
  git clone -q "$home" "$scratch/$build"
  (cd "$scratch/$build" && mvn -B -q -Prelease -Dmaven.test.skip=true package >&2)
  (cd "$scratch/$build/target" && sha256sum -c --quiet SHA256SUMS) || fail 'the checksums are not those of the files'
done
diff "$scratch/first/target/SHA256SUMS" "$scratch/second/target/SHA256SUMS" >&2 || fail 'the builds differ'
jar=$(find "$scratch/first/target" -name 'dayfill-*-job.jar')
expect 'the version names its commit' 0 "^dayfill .* \\(commit $commit\\), for Spark" \
  "$java" "@$home/target/java.options" -cp "$jar:$(<"$home/target/spark.classpath")" io.dayfill.Main --version
expect 'licences are in the jar' 0 'META-INF/licenses/THIRD-PARTY.txt' unzip -l "$jar"
cat "$scratch/first/target/SHA256SUMS" >&2
say 'release: two builds are the same'
