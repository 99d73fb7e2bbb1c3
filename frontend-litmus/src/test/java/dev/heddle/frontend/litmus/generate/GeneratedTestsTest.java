package dev.heddle.frontend.litmus.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.frontend.litmus.LitmusException;
import dev.heddle.frontend.litmus.LitmusReader;
import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests made from cycles, with what the literature says about them. */
class GeneratedTestsTest {
  private static boolean isAllowed(String what, Architecture architecture, String model)
      throws GenerationException, LitmusException, CatException {
    LitmusTest test = LitmusReader.read("g.litmus", TestWriter.text(what, architecture));
    assertEquals(TestWriter.name(what), test.name());
    CatModel file = CatModel.shipped(model, test.architecture());
    return LitmusRun.of(test, file, 2, () -> false, null).positive() > 0;
  }

  @Test
  void aTestReadsLikeOneOfDiy() throws GenerationException {
    assertEquals(
        """
        PPC MP+lwsync+addr
        "LwSyncdWW Rfe DpAddrdR Fre"
        {
        0:r1=x; 0:r3=y;
        1:r1=y; 1:r4=x;
        }
         P0           | P1            ;
         li r0,1      | lwz r0,0(r1)  ;
         stw r0,0(r1) | xor r2,r0,r0  ;
         lwsync       | lwzx r3,r2,r4 ;
         li r2,1      |               ;
         stw r2,0(r3) |               ;
        exists (1:r0=1 /\\ 1:r3=0)
        """,
        TestWriter.text("MP+lwsync+addr", Architecture.PPC));
  }

  /** Sequential consistency forbids every cycle; without any order, the machines allow it. */
  @ParameterizedTest
  @MethodSource("families")
  void everyFamilyIsForbiddenUnderScAndAllowedWithoutOrder(String family)
      throws GenerationException, LitmusException, CatException {
    for (Architecture architecture :
        new Architecture[] {
          Architecture.PPC, Architecture.X86, Architecture.AARCH64, Architecture.C
        }) {
      assertFalse(isAllowed(family, architecture, "sc"), family + " " + architecture);
    }
    assertTrue(isAllowed(family, Architecture.PPC, "power"), family);
    assertTrue(isAllowed(family, Architecture.AARCH64, "armv8"), family);
    // Cycles of program order and reads-from alone come out of thin air.
    assertEquals(!isCycleOfReadsFrom(family), isAllowed(family, Architecture.C, "relaxed"), family);
  }

  static List<String> families() {
    return Family.names();
  }

  private static boolean isCycleOfReadsFrom(String family) throws GenerationException {
    return Family.edges(family).stream()
        .filter(Edge::isExternal)
        .allMatch(edge -> edge.text().startsWith("Rf"));
  }

  /** Alglave, Maranget, Tautschnig 2014; Sarkar and others 2011; Owens and others 2009. */
  @ParameterizedTest
  @CsvSource({
    "SB,X86,tso,true",
    "SB+mfences,X86,tso,false",
    "SB+mfence+po,X86,tso,true",
    "MP,X86,tso,false",
    "MP,X86,pso,true",
    "LB,X86,tso,false",
    "S,X86,tso,false",
    "R,X86,tso,true",
    "R+po+mfence,X86,tso,false",
    "2+2W,X86,tso,false",
    "2+2W,X86,pso,true",
    "WRC,X86,tso,false",
    "RWC,X86,tso,true",
    "RWC+po+mfence,X86,tso,false",
    "IRIW,X86,tso,false",
    "MP+lwsync+addr,PPC,power,false",
    "MP+lwsync+po,PPC,power,true",
    "MP+lwsync+ctrl,PPC,power,true",
    "MP+lwsync+ctrlisync,PPC,power,false",
    "MP+eieio+addr,PPC,power,false",
    "MP+po+addr,PPC,power,true",
    "SB+syncs,PPC,power,false",
    "SB+lwsyncs,PPC,power,true",
    "LB+addrs,PPC,power,false",
    "LB+datas,PPC,power,false",
    "LB+ctrls,PPC,power,false",
    "LB+data+po,PPC,power,true",
    "WRC+lwsync+addr,PPC,power,false",
    "WRC+data+addr,PPC,power,true",
    "ISA2+lwsync+addr+addr,PPC,power,false",
    "ISA2+lwsync+data+addr,PPC,power,false",
    "IRIW+addrs,PPC,power,true",
    "IRIW+lwsyncs,PPC,power,true",
    "IRIW+syncs,PPC,power,false",
    "2+2W+lwsyncs,PPC,power,false",
    "R+syncs,PPC,power,false",
    "R+lwsync+sync,PPC,power,true",
    "S+lwsync+addr,PPC,power,false",
    "Z6.0+sync+addr+sync,PPC,power,false",
    "Z6.3+lwsync+lwsync+addr,PPC,power,true",
    "RWC+addr+sync,PPC,power,true",
    "RWC+syncs,PPC,power,false",
    "W+RWC+lwsync+addr+sync,PPC,power,true",
    "MP+dmb+addr,AArch64,armv8,false",
    "MP+dmb.st+dmb.ld,AArch64,armv8,false",
    "MP+dmb.st+po,AArch64,armv8,true",
    "MP+dmb+ctrl,AArch64,armv8,true",
    "MP+dmb+ctrlisb,AArch64,armv8,false",
    "SB+dmbs,AArch64,armv8,false",
    "SB+dmb.sts,AArch64,armv8,true",
    "LB+datas,AArch64,armv8,false",
    "LB+addr+po,AArch64,armv8,true",
    "WRC+data+addr,AArch64,armv8,false",
    "IRIW+addrs,AArch64,armv8,false",
    "PodWWPL RfeLA PodRRAP Fre,AArch64,armv8,false",
    "PodWRLA Fre PodWRLA Fre,AArch64,armv8,false",
    "PodWRLQ FreQL PodWRLQ Fre,AArch64,armv8,true",
    "PodWWRlxRel RfeRelAcq PodRRAcqRlx Fre,C,rc11,false",
    "PodWW Rfe PodRR Fre,C,rc11,true",
    "PodWRScSc Fre PodWRScSc Fre,C,rc11,false",
    "PodWRRelAcq Fre PodWRRelAcq Fre,C,rc11,true",
    "SB+fencescs,C,rc11,false",
    "SB+fencears,C,rc11,true",
    "MP+fencerel+fenceacq,C,rc11,false",
    "LB,C,rc11,false",
    "IRIW+fencescs,C,rc11,false",
    "IRIW+fenceacqs,C,rc11,true",
    "2+2W,C,rc11,true",
    "IRIW,C,ra,true",
    "2+2W,C,ra,true",
    "2+2W,C,sra,false",
  })
  void publishedVerdicts(String what, String architecture, String model, boolean allowed)
      throws GenerationException, LitmusException, CatException {
    assertEquals(allowed, isAllowed(what, Architecture.named(architecture), model));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "Nonsense # 'Nonsense' has no family",
        "MP+sync # MP+sync needs 2 parts behind its family",
        "MP+addr+po # only reads have dependencies",
        "MP+frob+po # 'frob' is unknown",
        "PodWW Rfe # a cycle needs at least two edges between threads",
        "Rfe PosRR Fre # a cycle needs at least two edges that lead to another location",
        "PodWW Rfe PodWW Fre # Rfe cannot be followed by PodWW",
        "PodWWPL RfePA PodRR Fre # a write marked L",
        "MP+mfence+addr # PPC has no fence MFence",
        "DpDatadR Fre PodWW Rfe # data dependencies lead to writes",
        "FrobdWW Rfe PodRR Fre # there is no fence Frob",
      })
  void mistakesAreExplained(String what, String message) {
    String told =
        assertThrows(GenerationException.class, () -> TestWriter.text(what.strip(), null))
            .getMessage();
    assertTrue(told.contains(message.strip()), told);
  }
}
