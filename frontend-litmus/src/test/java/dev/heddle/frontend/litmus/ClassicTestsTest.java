package dev.heddle.frontend.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The tests that everybody knows, with what the literature says about them. */
class ClassicTestsTest {
  private record Classic(String text, Map<String, String> observations) {}

  private static Classic classic(Map<String, String> observations, String text) {
    return new Classic(text, observations);
  }

  private static final List<Classic> CLASSICS =
      List.of(
          // What a conditional store says about itself depends on it.
          classic(
              Map.of("riscv", "Never 0 5"),
              """
              RISCV SB+success-addr+fence
              { 0:x5=x; 0:x10=y; 1:x6=y; 1:x9=x; }
               P0               | P1          ;
               ori x6,x0,1      | ori x5,x0,1 ;
               lr.w x7,0(x5)    | sw x5,0(x6) ;
               sc.w x8,x6,0(x5) | fence rw,rw ;
               xor x9,x8,x8     | lw x8,0(x9) ;
               add x11,x10,x9   |             ;
               lw x5,0(x11)     |             ;
              exists (x=1 /\\ 0:x5=0 /\\ 1:x8=0)
              """),
          // An AMO is one operation: what comes behind its read comes behind its write.
          classic(
              Map.of("riscv", "Never 0 3"),
              """
              RISCV SB+amo-fence.tsos
              { 0:x5=x; 0:x9=y; 1:x5=y; 1:x9=x; }
               P0                   | P1                   ;
               ori x7,x0,1          | ori x7,x0,1          ;
               amoswap.w x6,x7,(x5) | amoswap.w x6,x7,(x5) ;
               fence.tso            | fence.tso            ;
               lw x8,0(x9)          | lw x8,0(x9)          ;
              exists (0:x8=0 /\\ 1:x8=0)
              """),
          classic(
              Map.of("riscv", "Never 0 3"),
              """
              RISCV MP+fence+data-amoswap-addr
              { 0:x6=x; 0:x8=y; 1:x6=y; 1:x3=z; 1:x8=x; }
               P0          | P1                   ;
               ori x5,x0,1 | lw x5,0(x6)          ;
               sw x5,0(x6) | xor x1,x5,x5         ;
               fence rw,rw | ori x1,x1,1          ;
               ori x7,x0,1 | amoswap.w x2,x1,(x3) ;
               sw x7,0(x8) | xor x7,x2,x2         ;
                           | add x9,x8,x7         ;
                           | lw x10,0(x9)         ;
              exists (1:x5=1 /\\ 1:x10=0)
              """),
          // How wide a register is, or the last letter, says how much of memory is accessed.
          classic(
              Map.of("tso", "Always 1 0"),
              """
              X86_64 widths
              { uint64_t x=0x1122334455667788; uint64_t y; uint64_t z=0x100000001; }
               P0               ;
               MOV RAX,[x]      ;
               MOV ECX,[x]      ;
               MOVQ [y],$-1     ;
               MOVL [y],$1      ;
               MOV RDX,$7       ;
               XCHG [z],RDX     ;
               MOV R8,[y]       ;
              forall (0:RAX=0x1122334455667788 /\\ 0:ECX=0x55667788 /\\ 0:R8=-4294967295
                /\\ 0:RDX=0x100000001 /\\ z=7)
              """),
          // Which values two threads exchange is known late, but what no order of the writes to x
          // can be is seen early.
          classic(
              Map.of("rc11", "Never 0 210", "sc", "Never 0 210"),
              """
              C TSan
              { }
              P0(atomic_int *x) {
                int r0 = atomic_load_explicit(x, memory_order_relaxed);
                int r1 = atomic_load_explicit(x, memory_order_relaxed);
              }
              P1(atomic_int *x, int *y) {
                *y = atomic_load_explicit(x, memory_order_relaxed);
                while (atomic_compare_exchange_strong_explicit(
                    x, y, *y, memory_order_relaxed, memory_order_relaxed) == 0) {}
                atomic_store_explicit(x, 1, memory_order_relaxed);
              }
              P2(atomic_int *x, int *z) {
                *z = atomic_load_explicit(x, memory_order_relaxed);
                while (atomic_compare_exchange_strong_explicit(
                    x, z, *z, memory_order_relaxed, memory_order_relaxed) == 0) {}
                atomic_store_explicit(x, 2, memory_order_relaxed);
              }
              exists (0:r0=2 /\\ 0:r1=0)
              """),
          classic(
              Map.of("power", "Always 1 0"),
              """
              PPC arithmetic
              { 0:r1=2; 0:r2=-1; }
               P0              ;
               lis r3,1        ;
               addis r4,r1,1   ;
               clrldi r5,r2,63 ;
               extsw r6,r2     ;
               cmplwi r1,2     ;
               beq L           ;
               li r1,7         ;
               L: nop          ;
              forall (0:r1=2 /\\ 0:r3=65536 /\\ 0:r4=65538 /\\ 0:r5=1 /\\ 0:r6=-1)
              """),
          classic(
              Map.of("sc", "Never 0 3", "tso", "Sometimes 1 3", "pso", "Sometimes 1 3"),
              """
              X86 SB
              { }
               P0          | P1          ;
               MOV [x],$1  | MOV [y],$1  ;
               MOV EAX,[y] | MOV EAX,[x] ;
              exists (0:EAX=0 /\\ 1:EAX=0)
              """),
          classic(
              Map.of("tso", "Never 0 3"),
              """
              X86 SB+mfence+xchg
              { 1:EBX=1; }
               P0          | P1           ;
               MOV [x],$1  | XCHG [y],EBX ;
               MFENCE      |              ;
               MOV EAX,[y] | MOV EAX,[x]  ;
              exists (0:EAX=0 /\\ 1:EAX=0)
              """),
          classic(
              Map.of("tso", "Never 0 3", "pso", "Sometimes 1 3"),
              """
              X86_64 MP
              { int x; int y; }
               P0         | P1          ;
               MOV [x],$1 | MOV EAX,[y] ;
               MOV [y],$1 | MOV EBX,[x] ;
              exists (1:EAX=1 /\\ 1:EBX=0)
              """),
          classic(
              Map.of("tso", "Never 0 2"),
              """
              X86 two increments
              { }
               P0           | P1           ;
               LOCK INC [x] | LOCK INC [x] ;
              exists (x=1)
              """),
          classic(
              Map.of("tso", "Sometimes 2 2"),
              """
              X86 two plain increments
              { }
               P0      | P1      ;
               INC [x] | INC [x] ;
              exists (x=1)
              """),
          classic(
              Map.of("power", "Sometimes 1 3", "sc", "Never 0 3"),
              """
              PPC MP+lwsync+po
              {
              0:r2=x; 0:r4=y;
              1:r2=y; 1:r4=x;
              }
               P0           | P1           ;
               li r1,1      | lwz r1,0(r2) ;
               stw r1,0(r2) | lwz r3,0(r4) ;
               lwsync       |              ;
               li r3,1      |              ;
               stw r3,0(r4) |              ;
              exists (1:r1=1 /\\ 1:r3=0)
              """),
          classic(
              Map.of("power", "Never 0 3"),
              """
              PPC MP+lwsync+addr
              {
              0:r2=x; 0:r4=y;
              1:r2=y; 1:r5=x;
              }
               P0           | P1            ;
               li r1,1      | lwz r1,0(r2)  ;
               stw r1,0(r2) | xor r3,r1,r1  ;
               lwsync       | lwzx r4,r3,r5 ;
               li r3,1      |               ;
               stw r3,0(r4) |               ;
              exists (1:r1=1 /\\ 1:r4=0)
              """),
          classic(
              Map.of("power", "Never 0 2"),
              """
              PPC two conditional increments
              { 0:r2=x; 1:r2=x; 0:r9=1; 1:r9=1; }
               P0              | P1              ;
               lwarx r1,r0,r2  | lwarx r1,r0,r2  ;
               add r1,r1,r9    | add r1,r1,r9    ;
               stwcx. r1,r0,r2 | stwcx. r1,r0,r2 ;
               bne Fail0       | bne Fail1       ;
               li r5,1         | li r5,1         ;
               Fail0:          | Fail1:          ;
              locations [x;]
              filter (0:r5=1 /\\ 1:r5=1)
              exists (x=1)
              """),
          classic(
              Map.of("armv8", "Sometimes 1 3"),
              """
              AArch64 MP+dmb.sy+ctrl
              {
              0:X1=x; 0:X3=y;
              1:X1=y; 1:X3=x;
              }
               P0          | P1           ;
               MOV W0,#1   | LDR W0,[X1]  ;
               STR W0,[X1] | CBNZ W0,LC00 ;
               DMB SY      | LC00:        ;
               MOV W2,#1   | LDR W2,[X3]  ;
               STR W2,[X3] |              ;
              exists (1:X0=1 /\\ 1:X2=0)
              """),
          classic(
              Map.of("armv8", "Never 0 3"),
              """
              AArch64 MP+rel+acq
              {
              0:X1=x; 0:X3=y;
              1:X1=y; 1:X3=x;
              }
               P0           | P1           ;
               MOV W0,#1    | LDAR W0,[X1] ;
               STR W0,[X1]  | LDR W2,[X3]  ;
               MOV W2,#1    |              ;
               STLR W2,[X3] |              ;
              exists (1:X0=1 /\\ 1:X2=0)
              """),
          classic(
              Map.of("armv8", "Never 0 2"),
              """
              AArch64 two halves
              {
              uint64_t x; 0:X1=x; 1:X1=x; 0:X0=0x0101010101010101;
              }
               P0          | P1          ;
               STR X0,[X1] | LDR X0,[X1] ;
              exists (1:X0=0x01010101)
              """),
          classic(
              Map.of("armv8", "Sometimes 1 3"),
              """
              AArch64 two stores of halves
              {
              uint64_t x; 0:X1=x; 1:X1=x; 0:X0=1;
              }
               P0             | P1          ;
               STR W0,[X1]    | LDR X0,[X1] ;
               STR W0,[X1,#4] |             ;
              exists (1:X0=0x100000000)
              """),
          classic(
              Map.of("armv8", "Never 0 2"),
              """
              AArch64 two atomic adds
              { 0:X1=x; 1:X1=x; 0:X0=1; 1:X0=1; }
               P0                | P1                  ;
               LDADD W0,W2,[X1]  | LDADDAL W0,W2,[X1]  ;
              exists (x=1)
              """),
          classic(
              Map.of("rc11", "Never 0 3", "relaxed", "Sometimes 1 3", "rc20", "Never 0 3"),
              """
              C MP+rel+acq
              { }
              P0(atomic_int* x, atomic_int* y) {
                atomic_store_explicit(x, 1, memory_order_relaxed);
                atomic_store_explicit(y, 1, memory_order_release);
              }
              P1(atomic_int* x, atomic_int* y) {
                int r0 = atomic_load_explicit(y, memory_order_acquire);
                int r1 = atomic_load_explicit(x, memory_order_relaxed);
              }
              exists (1:r0=1 /\\ 1:r1=0)
              """),
          classic(
              Map.of("rc11", "Sometimes 1 3", "sc", "Never 0 3"),
              """
              C SB+acqs
              { [x]=0; [y]=0; }
              P0(atomic_int* x, atomic_int* y) {
                atomic_store(x, 1);
                int r0 = atomic_load_explicit(y, memory_order_acquire);
              }
              P1(atomic_int* x, atomic_int* y) {
                atomic_store(y, 1);
                int r0 = atomic_load_explicit(x, memory_order_acquire);
              }
              exists (0:r0=0 /\\ 1:r0=0)
              """),
          classic(
              Map.of("rc11", "Never 0 3", "rc20", "Never 0 3"),
              """
              C SB+fences
              { }
              P0(atomic_int* x, atomic_int* y) {
                atomic_store_explicit(x, 1, memory_order_relaxed);
                atomic_thread_fence(memory_order_seq_cst);
                int r0 = atomic_load_explicit(y, memory_order_relaxed);
              }
              P1(atomic_int* x, atomic_int* y) {
                atomic_store_explicit(y, 1, memory_order_relaxed);
                atomic_thread_fence(memory_order_seq_cst);
                int r0 = atomic_load_explicit(x, memory_order_relaxed);
              }
              exists (0:r0=0 /\\ 1:r0=0)
              """),
          classic(
              Map.of("rc11", "Always 2 0"),
              """
              C a lock and a compare-exchange
              { }
              P0(int* l, int* x, atomic_int* z) {
                spin_lock(l);
                *x = *x + 1;
                spin_unlock(l);
                int e = 0;
                int done = 0;
                while (!done) {
                  done = atomic_compare_exchange_strong(z, &e, 5);
                }
              }
              P1(int* l, int* x) {
                spin_lock(l);
                if (*x == 0 || *x == 1) { (*x)++; } else { *x = 7; }
                spin_unlock(l);
              }
              forall (x=2 /\\ z=5 /\\ 0:done=1)
              """),
          classic(
              Map.of("rc11", "Sometimes 1 1"),
              """
              C pointers
              { int* p = &x; int y = 4; }
              P0(int** p, int* y) {
                WRITE_ONCE(*p, y);
              }
              P1(int** p) {
                int* r0 = READ_ONCE(*p);
                int r1 = *r0;
              }
              exists (1:r0=y /\\ 1:r1=4)
              """));

  @TestFactory
  Stream<DynamicTest> observationsAreTheKnownOnes() {
    return CLASSICS.stream()
        .flatMap(
            classic ->
                classic.observations().entrySet().stream()
                    .map(
                        entry ->
                            DynamicTest.dynamicTest(
                                classic.text().lines().findFirst().orElseThrow()
                                    + " under "
                                    + entry.getKey(),
                                () ->
                                    assertEquals(
                                        entry.getValue(), observe(classic, entry.getKey())))));
  }

  private static String observe(Classic classic, String model)
      throws LitmusException, CatException {
    LitmusTest test = LitmusReader.read("test.litmus", classic.text());
    CatModel judge = CatModel.shipped(model, test.architecture());
    LitmusOutcome outcome = LitmusRun.of(test, judge, 2, () -> false, null);
    return outcome.observation() + " " + outcome.positive() + " " + outcome.negative();
  }
}
