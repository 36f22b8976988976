# SPDX-License-Identifier: Apache-2.0
#
# docker build --build-arg DAYFILL_COMMIT="$(git describe --always --dirty --exclude '*')" -t dayfill .
# docker run --rm -v "$PWD":/project dayfill backfill 2026-09-02 2026-10-01
#
# The job runs as the Spark image's user 185, who must be able to write to the mounted project.

ARG BUILD_IMAGE=maven:3.9-eclipse-temurin-17
ARG SPARK_IMAGE=apache/spark:4.2.0-scala2.13-java17-ubuntu

FROM ${BUILD_IMAGE} AS build
ARG DAYFILL_COMMIT=unknown
WORKDIR /src
COPY pom.xml ./
COPY .mvn .mvn
COPY src src
RUN mvn -B -Dmaven.test.skip=true -Dspotless.check.skip=true -Dcheckstyle.skip=true \
      -Dgit.commit.id.describe="${DAYFILL_COMMIT}" package
# What the Spark image lacks are Delta's jars and the one library that they bring along.
RUN mkdir -p /out/delta /out/lib \
    && tr : '\n' < target/spark.classpath \
       | grep -E '/(io/delta|io/unitycatalog|jackson-datatype-jdk8)/' \
       | xargs cp -t /out/delta \
    && cp target/dayfill-*-job.jar target/java.options /out/lib

FROM ${SPARK_IMAGE}
ARG SPARK_IMAGE
ARG DAYFILL_COMMIT=unknown
LABEL org.opencontainers.image.title="dayfill" \
      org.opencontainers.image.description="Fills a Delta table one day at a time, and fills any past day again, safely." \
      org.opencontainers.image.licenses="Apache-2.0" \
      org.opencontainers.image.revision="${DAYFILL_COMMIT}" \
      org.opencontainers.image.base.name="${SPARK_IMAGE}"

USER root
COPY --from=build /out/delta /opt/spark/jars
COPY --from=build /out/lib /opt/dayfill/lib
COPY submit.sh /opt/dayfill/
COPY conf/spark-defaults.conf conf/log4j2.properties conf/log4j2-json.properties conf/fairscheduler.xml \
     /opt/dayfill/conf/
RUN mkdir /project && chown 185 /project

ENV SPARK_HOME=/opt/spark
USER 185
WORKDIR /project
# As process 1 a shell would ignore SIGTERM; tini passes signals on to the whole group and exits with
# the job's code.
ENTRYPOINT ["tini", "-g", "--", "/opt/dayfill/submit.sh"]
