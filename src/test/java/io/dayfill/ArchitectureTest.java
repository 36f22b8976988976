/* SPDX-License-Identifier: Apache-2.0 */
package io.dayfill;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import org.apache.spark.sql.SparkSession;

/** The house's rules: who may know whom, and what no class may do. */
@AnalyzeClasses(packages = "io.dayfill", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {
  @ArchTest
  static final ArchRule importsGoOneWay =
      layeredArchitecture()
          .consideringOnlyDependenciesInLayers()
          .layer("main")
          .definedBy("io.dayfill")
          .layer("cli")
          .definedBy("io.dayfill.cli")
          .layer("workshop")
          .definedBy("io.dayfill.workshop")
          .layer("run")
          .definedBy("io.dayfill.run")
          .layer("notify")
          .definedBy("io.dayfill.notify")
          .layer("plan")
          .definedBy("io.dayfill.plan")
          .layer("publish")
          .definedBy("io.dayfill.publish")
          .layer("check")
          .definedBy("io.dayfill.check")
          .layer("load")
          .definedBy("io.dayfill.load")
          .layer("ledger")
          .definedBy("io.dayfill.ledger")
          .layer("delta")
          .definedBy("io.dayfill.delta")
          .layer("spark")
          .definedBy("io.dayfill.spark")
          .layer("definition")
          .definedBy("io.dayfill.definition")
          .whereLayer("main")
          .mayNotBeAccessedByAnyLayer()
          .whereLayer("cli")
          .mayOnlyBeAccessedByLayers("main")
          .whereLayer("workshop")
          .mayOnlyBeAccessedByLayers("cli")
          .whereLayer("run")
          .mayOnlyBeAccessedByLayers("cli", "workshop")
          .whereLayer("notify")
          .mayOnlyBeAccessedByLayers("cli", "workshop", "run")
          .whereLayer("plan")
          .mayOnlyBeAccessedByLayers("cli", "workshop", "run", "notify")
          .whereLayer("publish")
          .mayOnlyBeAccessedByLayers("cli", "workshop", "run", "plan")
          .whereLayer("check")
          .mayOnlyBeAccessedByLayers("cli", "workshop", "run", "plan", "publish")
          .whereLayer("load")
          .mayOnlyBeAccessedByLayers("cli", "workshop", "run", "plan", "publish", "check")
          .whereLayer("ledger")
          .mayOnlyBeAccessedByLayers(
              "cli", "workshop", "run", "plan", "publish", "check", "load", "notify")
          .whereLayer("delta")
          .mayOnlyBeAccessedByLayers(
              "cli", "workshop", "run", "plan", "publish", "check", "load", "ledger", "notify")
          .whereLayer("spark")
          .mayOnlyBeAccessedByLayers(
              "cli", "workshop", "run", "publish", "check", "load", "ledger", "delta");

  @ArchTest
  static final ArchRule planDefinitionAndLedgerAreFreeOfSpark =
      noClasses()
          .that()
          .resideInAnyPackage("io.dayfill.plan", "io.dayfill.definition", "io.dayfill.ledger")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.spark..", "io.delta..");

  @ArchTest
  static final ArchRule deltaInternalsHaveOneDoor =
      noClasses()
          .that()
          .resideOutsideOfPackage("io.dayfill.delta")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("org.apache.spark.sql.delta..");

  @ArchTest
  static final ArchRule nobodyEndsTheJvm =
      noClasses()
          .should()
          .callMethod(System.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "exit", int.class)
          .orShould()
          .callMethod(Runtime.class, "halt", int.class);

  @ArchTest
  static final ArchRule onlyTheOwnerStopsTheSession =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("io.dayfill.spark.Sessions")
          .should()
          .callMethod(SparkSession.class, "stop")
          .orShould()
          .callMethod(SparkSession.class, "close");

  @ArchTest
  static final ArchRule noClockTakesPart =
      noClasses()
          .that()
          .resideInAnyPackage(
              "io.dayfill.load",
              "io.dayfill.check",
              "io.dayfill.publish",
              "io.dayfill.plan",
              "io.dayfill.definition")
          .should()
          .callMethod(java.time.LocalDate.class, "now")
          .orShould()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis");
}
