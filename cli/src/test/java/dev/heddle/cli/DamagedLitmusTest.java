package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.frontend.litmus.LitmusException;
import dev.heddle.frontend.litmus.LitmusReader;
import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.axiomatic.SearchStoppedException;
import dev.heddle.model.axiomatic.TooLargeException;
import dev.heddle.model.cat.CatEvaluationException;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Damaged tests and models end in an answer or a message, and soon. */
class DamagedLitmusTest {
  private static final int FILES = Integer.getInteger("heddle.fuzz.programs", 4000) * 5 / 4;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1);

  private static final List<String> TESTS =
      List.of(
          """
          PPC MP+lwsync+ctrlisync
          { 0:r2=x; 0:r4=y; 1:r2=y; 1:r4=x; x=0; }
           P0           | P1             ;
           li r1,1      | lwz r1,0(r2)   ;
           stw r1,0(r2) | cmpwi r1,1     ;
           lwsync       | bne L0         ;
           stw r1,0(r4) | L0: isync      ;
                        | lwarx r3,r0,r4 ;
                        | stwcx. r1,r0,r4 ;
          locations [x;]
          exists (1:r1=1 /\\ not (1:r3=1) \\/ x=2)
          """,
          """
          AArch64 mixed
          { uint64_t x; uint32_t y[2]={1,2}; 0:X1=x; 1:X1=x; 1:X3=y; 0:X0=0x0101010101010101; }
           P0             | P1                  ;
           STR X0,[X1]    | LDAXR W0,[X1,#4]    ;
           DMB ISHST      | STLXR W5,W0,[X1]    ;
           STLR W0,[X1]   | EOR W2,W0,W0        ;
           CBZ W0,End     | LDR W4,[X3,W2,SXTW] ;
           SWPAL W0,W4,[X1] | LDADD W0,W6,[X1]  ;
           End:           |                     ;
          forall (1:X0=0 \\/ y[1]=2)
          """,
          """
          X86_64 SB
          { x=1; 0:EAX=y; }
           P0                | P1          ;
           MOV [x],$1        | XCHG EBX,[y];
           LOCK INC [x]      | CMP EBX,$1  ;
           MOV EAX,[y]       | JNE L       ;
                             | MOV ECX,[x] ;
                             | L: MFENCE   ;
          ~exists (0:EAX=0 /\\ 1:ECX=0)
          """,
          """
          C locks
          { int* p = &x; [y] = 3; int a[2] = {1, 2}; }
          P0(atomic_int* x, int* y, int* l) {
            spin_lock(l);
            int r0 = atomic_fetch_add_explicit(x, 2, memory_order_acq_rel);
            if (r0 == 1 && *y) { *y = r0 ^ 5; } else { atomic_thread_fence(memory_order_seq_cst); }
            spin_unlock(l);
          }
          P1(atomic_int* x, int** p, int* l) {
            int e = 0;
            while (!atomic_compare_exchange_strong(x, &e, 7)) { e = e + 1; }
            int* q = READ_ONCE(*p);
            int r1 = *q;
            for (int i = 0; i < 2; i++) { WRITE_ONCE(*x, i); }
          }
          filter (0:r0=0)
          exists (1:r1=7 \\/ 0:r0=2)
          """);

  private static final List<String> MODELS =
      List.of(
          """
          "damaged" (* a comment *)
          let com = rf | co | fr
          let rec a = po | a; b and b = rf | b; a
          let f(x, y) = x \\ (y; y^-1)+
          acyclic po-loc | com as uniproc
          empty (f(a, b) & [R & ~IW])? \\ id
          """,
          """
          tiny model
          include "fences-of-all.cat"
          procedure p(r) = irreflexive r; hb* as checked end
          let hb = try (po & (W * R)) | unknown with match 'x with || 'x -> po || _ -> rf end
          forall t in {'release, 'acquire} do flag ~empty [tag2events(t)] as found end
          call p(fun x -> x)
          show hb, com
          """);

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void damagedTestsAreAnsweredOrRefused() throws CatException {
    Mutator mutator = new Mutator(SEED);
    int answered = 0;
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      String original = TESTS.get(i % TESTS.size());
      String text = mutator.text(original, TESTS.get((i / 7) % TESTS.size()));
      try {
        LitmusTest test = LitmusReader.read("damaged.litmus", text);
        CatModel model = CatModel.shipped(i % 3 == 0 ? "relaxed" : "sc", test.architecture());
        run(test, model);
        answered++;
      } catch (LitmusException e) {
        assertTrue(e.getMessage().matches("(?s)damaged.litmus:.+"), e.getMessage());
        refused++;
      }
    }
    assertTrue(answered > FILES / 10, "only " + answered + " were answered");
    assertTrue(refused > FILES / 10, "only " + refused + " were refused");
  }

  /** A search that takes long, or is too large, ends by a message as well. */
  private static void run(LitmusTest test, CatModel model) {
    long end = System.nanoTime() + 200_000_000;
    try {
      LitmusRun.of(test, model, 1, () -> System.nanoTime() > end, null);
    } catch (SearchStoppedException | TooLargeException | CatEvaluationException expected) {
      assertTrue(expected.getMessage() == null || !expected.getMessage().isEmpty());
    }
  }

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void damagedModelsAreUsedOrRefused() throws LitmusException {
    Mutator mutator = new Mutator(SEED + 1);
    LitmusTest test = LitmusReader.read("locks.litmus", TESTS.get(3));
    int used = 0;
    int refused = 0;
    for (int i = 0; i < FILES; i++) {
      String text = mutator.text(MODELS.get(i % 2), MODELS.get((i + 1) % 2));
      try {
        CatModel model = CatModel.of("damaged.cat", text, Architecture.C);
        run(test, model);
        used++;
      } catch (CatException e) {
        assertTrue(e.getMessage().matches("(?s).+\\.cat:.+"), e.getMessage());
        refused++;
      }
    }
    assertTrue(used > FILES / 20, "only " + used + " were used");
    assertTrue(refused > FILES / 10, "only " + refused + " were refused");
  }
}
