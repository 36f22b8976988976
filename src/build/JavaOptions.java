/* SPDX-License-Identifier: Apache-2.0 */
import org.apache.spark.launcher.JavaModuleOptions;

/** Prints the JVM flags that Spark needs on this JDK, one a line: a Java argument file. */
public class JavaOptions {
  public static void main(String[] args) {
    for (String option : JavaModuleOptions.defaultModuleOptionArray()) {
      System.out.println(option);
    }
  }
}
