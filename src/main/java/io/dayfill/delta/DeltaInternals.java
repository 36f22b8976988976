/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill.delta;

import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Which of Delta's internal classes are here. They are asked for by their names alone: a class that
 * used them could not even be loaded where they have other names, as on Databricks.
 */
public final class DeltaInternals {
  private static final String DELTA = "org.apache.spark.sql.delta.";

  /** Classes and their methods, as {@link DeltaFiles} calls them. */
  private static final Map<String, List<String>> STAGING =
      Map.of(
          DELTA + "OptimisticTransaction",
          List.of(
              "trackFilesRead(Seq)",
              "trackReadPredicates(Seq,boolean,boolean)",
              "writeFiles(Dataset)"),
          DELTA + "DeltaLog",
          List.of("startTransaction(Option,Option)"),
          DELTA + "DeltaOperations$Write",
          List.of("new(SaveMode,Option,Option,Option,Option,Option,Option,Option,Option)"),
          DELTA + "SnapshotDescriptor",
          List.of(),
          "org.apache.spark.sql.classic.SparkSession",
          List.of());

  private DeltaInternals() {}

  /** Whether files can be written without a commit, and committed without being written. */
  public static boolean canStage() {
    return STAGING.entrySet().stream().allMatch(each -> has(each.getKey(), each.getValue()));
  }

  /** Whether transactions let themselves be observed, as {@link CommitGate} does. */
  public static boolean canObserve() {
    return has(DELTA + "TransactionExecutionObserver", List.of("preparingCommit(Function0)"));
  }

  private static boolean has(String className, List<String> wanted) {
    try {
      Class<?> type = Class.forName(className, false, DeltaInternals.class.getClassLoader());
      Set<String> present = new HashSet<>();
      for (Method method : type.getMethods()) {
        present.add(signature(method.getName(), method));
      }
      for (Constructor<?> constructor : type.getConstructors()) {
        present.add(signature("new", constructor));
      }
      return present.containsAll(wanted);
    } catch (ClassNotFoundException | LinkageError other) {
      return false;
    }
  }

  private static String signature(String name, Executable call) {
    return Arrays.stream(call.getParameterTypes())
        .map(Class::getSimpleName)
        .collect(Collectors.joining(",", name + "(", ")"));
  }
}
