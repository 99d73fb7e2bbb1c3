package dev.heddle.frontend.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.explore.rsmc.RelaxedLitmusRun;
import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What single instructions of processors compute, and that both engines know it. */
class InstructionsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "{ } ~ li r4,-1 ; ~ rlwinm r3,r4,4,30,31 ; # 0:r3=3",
        "{ int64_t 0:r3; } ~ li r4,-1 ; ~ rlwinm r3,r4,16,0,15 ; # 0:r3=4294901760",
        "{ 0:r4=0x80000001; } ~ rlwinm r3,r4,4,0,31 ; # 0:r3=24",
        "{ 0:r4=0x12345678; } ~ rlwinm r3,r4,0,28,3 ; # 0:r3=0x10000008",
        "{ 0:r3=0xff; 0:r4=1; } ~ rlwimi r3,r4,8,16,23 ; # 0:r3=511",
        "{ int64_t 0:r3=-256; 0:r4=1; } ~ rlwimi r3,r4,0,24,31 ; # 0:r3=-255",
        "{ x=-1; 0:r1=x; int64_t 0:r3; } ~ lwa r3,0(r1) ; # 0:r3=-1",
        "{ x=-1; 0:r1=x; int64_t 0:r3; } ~ lwz r3,0(r1) ; # 0:r3=4294967295",
        "{ x=-1; 0:r1=x; } ~ lwz r3,0(r1) ; # 0:r3=-1",
        "{ x=-2; 0:r0=8; 0:r1=x; int64_t 0:r3; } ~ lwax r3,r0,r1 ; # 0:r3=-2",
        "{ int16_t x=-2; 0:r1=x; } ~ lha r3,0(r1) ; # 0:r3=-2",
        "{ int16_t x=-2; 0:r1=x; 0:r2=0; } ~ lhzx r3,r2,r1 ; # 0:r3=65534",
        "{ int16_t x=3; 0:r1=x; 0:r2=0; } ~ sthx r2,r2,r1 ; ~ lhax r3,r2,r1 ; # 0:r3=0",
        "{ x=-1; 0:r1=x; } ~ lwz r2,0(r1) ; ~ cmpwi r2,-1 ; ~ beq L ; ~ li r3,7 ; ~ L: ; # 0:r3=0",
        "{ } ~ li r3,1 ; ~ blr ; ~ li r3,2 ; # 0:r3=1",
        "{ %P0_p=x; x=5; } ~ lwz r3,0(%P0_p) ; # 0:r3=5",
        "{ } ~ li r3,5 ; # not (0:r3 <> 5)",
      })
  void power(String body, String expected) throws LitmusException, CatException {
    assertHolds(Architecture.PPC, body, expected);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "{ int8_t x=-1; 0:X1=x; int64_t 0:X4; } ~ LDRSB W4,[X1] ; # 0:X4=4294967295",
        "{ int16_t x=-1; 0:X1=x; int64_t 0:X4; } ~ LDRSH X4,[X1] ; # 0:X4=-1",
        "{ int64_t x=0x100000002; 0:X1=x; } ~ LDR W4,[X1] ; # 0:X4=2",
        "{ int64_t x=0x100000002; 0:X1=x; } ~ LDR W4,[X1,4] ; # 0:X4=1",
        "{ int64_t x; 0:X1=x; 0:X2=3; } ~ STR W2,[X1,4] ; ~ LDR X4,[X1] ; # 0:X4=0x300000000",
        "{ int64_t x=1; 0:X1=x; 0:X2=1; 0:X3=7; } ~ CAS W2,W3,[X1] ; # x=7",
        "{ int64_t x=2; 0:X1=x; 0:X2=1; 0:X3=7; } ~ CAS W2,W3,[X1] ; # x=2 /\\ 0:X2=2",
      })
  void arm(String body, String expected) throws LitmusException, CatException {
    assertHolds(Architecture.AARCH64, body, expected);
  }

  private static void assertHolds(Architecture architecture, String body, String expected)
      throws LitmusException, CatException {
    String name = architecture == Architecture.PPC ? "PPC t" : "AArch64 t";
    String code = body.trim().replaceFirst("} ~", "}\n P0 ;\n").replace('~', '\n');
    String text = name + "\n" + code + "\nforall (" + expected.trim() + ")\n";
    assertEquals("Always 1 0", observe(text), text);
  }

  /** What both engines say. */
  private static String observe(String text) throws LitmusException, CatException {
    LitmusTest test = LitmusReader.read("t.litmus", text);
    Architecture architecture = test.architecture();
    CatModel model = CatModel.shipped(architecture.model(), architecture);
    LitmusOutcome candidates = LitmusRun.of(test, model, 2, () -> false, null);
    LitmusOutcome commits = RelaxedLitmusRun.of(test, 2, () -> false).outcome();
    assertEquals(candidates.states().keySet(), commits.states().keySet(), text);
    assertEquals(summary(candidates), summary(commits), text);
    return summary(commits);
  }

  private static String summary(LitmusOutcome outcome) {
    return outcome.observation() + " " + outcome.positive() + " " + outcome.negative();
  }

  @Test
  void halvesOfALoadOnArmNeedNotComeTogether() throws LitmusException, CatException {
    assertEquals(
        "Sometimes 1 3",
        observe(
            """
            AArch64 a half of the second load is forwarded
            { int64_t x; 0:X1=z; 0:X2=x; 0:X5=1; 1:X2=x; 1:X1=z; }
             P0            | P1            ;
             LDR W0,[X1]   | LDR W0,[X2,4] ;
             STR W0,[X2]   | STR W0,[X1]   ;
             LDR X3,[X2]   |               ;
             STR W5,[X2,4] |               ;
            exists (0:X0=1)
            """));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "AArch64 # LDR X5,[X2] # LDR W6,[X2] # STR X7,[X2] # 0:X5=0x100000000 \\/ 0:X5=1 # Never 0 3",
        "PPC # ld r5,0(r2) # lwz r6,0(r2) # std r7,0(r2) # 0:r5=0x100000000 \\/ 0:r5=1 # Sometimes 3 3",
      })
  void loadsOfTwoHalvesAreOneOnArm(
      String architecture, String whole, String half, String store, String torn, String expected)
      throws LitmusException, CatException {
    boolean arm = architecture.startsWith("AArch64");
    String text =
        """
        %s torn
        { int64_t x; int64_t 0:%s; 0:%s=x; 1:%s=x; 1:%s=0x100000001; }
         P0 | P1 ;
         %s | %s ;
         %s |    ;
        exists (%s)
        """
            .formatted(
                architecture.trim(),
                arm ? "X5" : "r5",
                arm ? "X2" : "r2",
                arm ? "X2" : "r2",
                arm ? "X7" : "r7",
                whole,
                store,
                half,
                torn);
    assertEquals(expected.trim(), observe(text), text);
  }

  @Test
  void anAddressThatDependsOnALoadMeetsPartsOfAnotherSize() throws LitmusException, CatException {
    assertEquals(
        "Sometimes 1 2",
        observe(
            """
            AArch64 the offset is loaded
            { int64_t x; 0:X1=y; 0:X2=x; 1:X1=y; 1:X2=x; 1:X0=4; 1:X5=0x700000000; }
             P0               | P1          ;
             LDR W0,[X1]      | STR X5,[X2] ;
             LDR W3,[X2,X0]   | DMB SY      ;
                              | STR W0,[X1] ;
            exists (0:X0=4 /\\ 0:X3=7)
            """));
  }
}
