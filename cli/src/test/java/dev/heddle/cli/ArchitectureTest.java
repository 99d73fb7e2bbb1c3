package dev.heddle.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Dependencies point downwards; see {@code docs/architecture.md} for the picture. */
@AnalyzeClasses(packages = "dev.heddle", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String PROGRAM = "dev.heddle.program..";
  private static final String TRANSFORM = "dev.heddle.transform..";
  private static final String MACHINE = "dev.heddle.machine..";
  private static final String EXECUTION = "dev.heddle.execution..";
  private static final String GRAPH = "dev.heddle.graph..";
  private static final String LITMUS = "dev.heddle.litmus..";
  private static final String MODEL = "dev.heddle.model..";
  private static final String EXPLORE = "dev.heddle.explore..";
  private static final String EXPLAIN = "dev.heddle.explain..";
  private static final String VERDICT = "dev.heddle.verdict..";
  private static final String JAVA = "java..";

  private static final List<String> CORE =
      List.of(
          "program",
          "transform",
          "machine",
          "execution",
          "graph",
          "litmus",
          "model",
          "explore",
          "explain",
          "verdict");

  @ArchTest static final ArchRule programUsesNothing = mayUse(PROGRAM);
  @ArchTest static final ArchRule verdictUsesProgram = mayUse(VERDICT, PROGRAM);
  @ArchTest static final ArchRule transformUsesProgram = mayUse(TRANSFORM, PROGRAM);

  @ArchTest
  static final ArchRule machineRunsWhatTransformMade = mayUse(MACHINE, PROGRAM, TRANSFORM, VERDICT);

  @ArchTest
  static final ArchRule executionsAreJudgedByWhatTheyAre =
      mayUse(EXECUTION, PROGRAM, MACHINE, VERDICT);

  @ArchTest static final ArchRule graphIsForItself = mayUse(GRAPH, PROGRAM);
  @ArchTest static final ArchRule modelUsesGraph = mayUse(MODEL, GRAPH, LITMUS, PROGRAM);
  @ArchTest static final ArchRule litmusTestsUseNothing = mayUse(LITMUS);

  @ArchTest
  static final ArchRule exploreUsesAllOfCoreAndNothingElse =
      mayUse(EXPLORE, PROGRAM, TRANSFORM, MACHINE, EXECUTION, GRAPH, LITMUS, MODEL, VERDICT);

  @ArchTest
  static final ArchRule explainTellsWhatExploreFound =
      mayUse(EXPLAIN, PROGRAM, MACHINE, EXECUTION, EXPLORE, VERDICT);

  @ArchTest
  static final ArchRule packagesFormNoCycles =
      slices().matching("dev.heddle.(**)").should().beFreeOfCycles();

  /** Who reads a simple name in core need not look which class of that name is meant. */
  @ArchTest
  static void simpleNamesInCoreAreUnique(JavaClasses classes) {
    Map<String, String> seen = new HashMap<>();
    for (JavaClass one : classes) {
      if (isOfCore(one) && one.isTopLevelClass() && !one.getSimpleName().equals("package-info")) {
        String other = seen.put(one.getSimpleName(), one.getName());
        assertNull(other, () -> one.getName() + " has a namesake");
      }
    }
    for (JavaClass one : classes) {
      if (isOfCore(one) && one.isMemberClass()) {
        assertNull(seen.get(one.getSimpleName()), () -> one.getName() + " has a namesake");
      }
    }
    assertTrue(seen.size() > 200, "core has more classes than " + seen.size());
  }

  private static boolean isOfCore(JavaClass one) {
    return CORE.stream().anyMatch(name -> isIn(one, name));
  }

  private static boolean isIn(JavaClass one, String name) {
    return (one.getPackageName() + ".").startsWith("dev.heddle." + name + ".");
  }

  @ArchTest
  static final ArchRule onlyTheCommandKnowsTheCommand =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.heddle.cli..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.heddle.cli..");

  @ArchTest
  static final ArchRule reportShowsResultsOfAnyFrontEnd =
      noClasses()
          .that()
          .resideInAPackage("dev.heddle.report..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.heddle.frontend..");

  @ArchTest
  static final ArchRule benchIsToldWhatToMeasure =
      mayUse("dev.heddle.bench..", "dev.heddle.report..", GRAPH, MODEL, EXPLORE, PROGRAM);

  @ArchTest
  static final ArchRule llvmStaysInItsFrontEnd =
      onlyIn("dev.heddle.frontend.llvm..", "org.bytedeco..");

  @ArchTest
  static final ArchRule antlrStaysInItsFrontEnd =
      onlyIn("dev.heddle.frontend.litmus..", "org.antlr..");

  @ArchTest
  static final ArchRule jsonStaysInTheReport =
      onlyIn("dev.heddle.report..", "com.fasterxml.jackson..");

  @ArchTest
  static final ArchRule solversStayInTheSymbolicCheck =
      onlyIn("dev.heddle.symbolic.solve..", "org.sosy_lab..");

  @ArchTest static final ArchRule optionsStayInTheCommand = onlyIn("dev.heddle.cli..", "picocli..");

  /** Classes of {@code user} use each other, Java, and {@code used}. */
  private static ArchRule mayUse(String user, String... used) {
    String[] allowed = new String[used.length + 2];
    System.arraycopy(used, 0, allowed, 0, used.length);
    allowed[used.length] = user;
    allowed[used.length + 1] = JAVA;
    return classes()
        .that()
        .resideInAPackage(user)
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage(allowed)
        .allowEmptyShould(true);
  }

  private static ArchRule onlyIn(String user, String library) {
    return noClasses()
        .that()
        .resideOutsideOfPackage(user)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }
}
