/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a second driver is warned of. */
class OneDriverStoreTest {
  private static Optional<String> scheme(String path, Map<String, String> settings) {
    return OneDriverStore.scheme(
        path, name -> Optional.ofNullable(settings.get(name)), new Configuration(false));
  }

  @ParameterizedTest
  @CsvSource({"s3://lake/orders, s3", "s3a://lake/orders, s3a", "s3n://lake/orders, s3n"})
  void isS3WithoutALogStoreOfItsOwn(String path, String scheme) {
    assertThat(scheme(path, Map.of())).contains(scheme);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/srv/shop/warehouse/orders",
        "file:/srv/shop/warehouse/orders",
        "hdfs://nn:8020/orders",
        "abfss://lake@account.dfs.core.windows.net/orders",
        "gs://lake/orders"
      })
  void isNoStoreThatCreatesAFileOnlyOnce(String path) {
    assertThat(scheme(path, Map.of())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "spark.delta.logStore.s3a.impl, io.delta.storage.S3DynamoDBLogStore, false",
    "delta.logStore.s3a.impl, io.delta.storage.S3DynamoDBLogStore, false",
    "spark.delta.logStore.class, io.delta.storage.S3DynamoDBLogStore, false",
    "spark.delta.logStore.s3a.impl, com.example.LockingLogStore, false",
    "spark.delta.logStore.s3.impl, io.delta.storage.S3DynamoDBLogStore, true",
    "spark.delta.logStore.s3a.impl, io.delta.storage.S3SingleDriverLogStore, true",
    "spark.delta.logStore.class, org.apache.spark.sql.delta.storage.HDFSLogStore, true"
  })
  void dependsOnTheLogStoreOfItsScheme(String name, String store, boolean one) {
    assertThat(scheme("s3a://lake/orders", Map.of(name, store)).isPresent()).isEqualTo(one);
  }

  @Test
  void isAskedOfTheDefaultFileSystemWhereAPathHasNoScheme() {
    Configuration hadoop = new Configuration(false);
    hadoop.set("fs.defaultFS", "s3a://lake");
    assertThat(OneDriverStore.scheme("/orders", name -> Optional.empty(), hadoop)).contains("s3a");
  }
}
