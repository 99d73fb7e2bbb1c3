package dev.heddle.frontend.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.litmus.LitmusTest;
import dev.heddle.model.axiomatic.LitmusOutcome;
import dev.heddle.model.axiomatic.LitmusRun;
import dev.heddle.model.cat.CatModel;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Linux's macros: what events they are, what they return, and how far an if reaches. */
class LinuxTestsTest {
  private static LitmusOutcome outcome(String model, String test) throws Exception {
    LitmusTest read = LitmusReader.read("test.litmus", "C test\n{ int x = 5; int z; }\n" + test);
    CatModel judge = CatModel.of("m.cat", "acyclic po-loc | com\n" + model, read.architecture());
    return LitmusRun.of(read, judge, 2, () -> false, null);
  }

  /** Each statement makes one event, or one pair, of the set. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "r = READ_ONCE(*x); # ONCE & Once & R",
        "r = rcu_dereference(*x); # ONCE & R",
        "WRITE_ONCE(*x, 1); # ONCE & Once & W",
        "r = smp_load_acquire(x); # ACQUIRE & Acquire & R",
        "r = atomic_read_acquire(x); # ACQUIRE & R",
        "smp_store_release(x, 1); # RELEASE & Release & W",
        "rcu_assign_pointer(*x, 1); # RELEASE & W",
        "atomic_set_release(x, 1); # RELEASE & W",
        "smp_store_mb(*x, 1); # F & MB & Mb",
        "smp_mb(); # F & MB",
        "smp_mb__after_unlock_lock(); # F & After-unlock-lock",
        "barrier(); # F & Barrier",
        "rcu_read_lock(); # F & Rcu-lock",
        "rcu_read_unlock(); # F & Rcu-unlock",
        "synchronize_rcu_expedited(); # F & Sync-rcu",
        "r = srcu_read_lock(x); # R & Srcu-lock",
        "srcu_read_unlock(x, 5); # W & Srcu-unlock",
        "synchronize_srcu(x); # F & Sync-srcu",
        "synchronize_srcu(x); WRITE_ONCE(*x, 1); # F & Sync-srcu & domain(loc; [W & ONCE])",
        "smp_mb__after_srcu_read_unlock(); # F & After-srcu-read-unlock",
        "r = xchg_acquire(x, 1); # ACQUIRE & RMW & domain(rmw)",
        "r = cmpxchg_release(x, 5, 1); # RELEASE & RMW & range(rmw)",
        "r = cmpxchg(x, 4, 1); # RMW & R & ONCE \\ domain(rmw)",
        "atomic_inc(x); # NORETURN & RMW & R",
        "r = spin_trylock(z); # LKR & ACQUIRE",
        "r = spin_trylock(x); # LF",
      })
  void eventsAreInTheSetsOfTheModel(String statement, String set) throws Exception {
    String test = "P0(int *x, int *z) { int r; " + statement + " }\nexists (true)";
    assertEquals("Always", outcome("~empty " + set, test).observation());
    assertEquals(0, outcome("empty " + set, test).positive());
  }

  @ParameterizedTest
  @CsvSource({
    "atomic_add_return(2; x), 7, 7",
    "'atomic_fetch_add(2; x)', 5, 7",
    "'atomic_fetch_add(x; 2)', 5, 7",
    "atomic_inc_return_relaxed(x), 6, 6",
    "atomic_fetch_sub_acquire(2; x), 5, 3",
    "atomic_dec_and_test(x), 0, 4",
    "atomic_sub_and_test(5; x), 1, 0",
    "atomic_add_negative(-6; x), 1, -1",
    "atomic_add_unless(x; 1; 5), 0, 5",
    "atomic_add_unless(x; 1; 4), 1, 6",
    "atomic_xchg(x; 9), 5, 9",
    "atomic_cmpxchg(x; 5; 9), 5, 9",
    "cmpxchg_relaxed(x; 4; 9), 5, 5",
  })
  void operationsReturnWhatLinuxSays(String call, long result, long left) throws Exception {
    String test =
        "P0(int *x) { int r; r = "
            + call.replace(';', ',')
            + "; }\nforall (0:r="
            + result
            + " /\\ x="
            + left
            + ")";
    assertEquals("Always", outcome("", test).observation(), test);
  }

  private static String loadBuffering(String thread) {
    return "P0(int *y, int *z) { int r = READ_ONCE(*y); "
        + thread
        + " }\n"
        + "P1(int *y, int *z) { int r = READ_ONCE(*z); WRITE_ONCE(*y, r); }\n"
        + "exists (0:r=1 /\\ 1:r=1)";
  }

  @Test
  void controlDependenciesEndWithTheIf() throws Exception {
    String model = "acyclic rf | ctrl | data";
    assertEquals("Never", outcome(model, loadBuffering("if (r) WRITE_ONCE(*z, 1);")).observation());
    assertEquals(
        "Sometimes",
        outcome(model, loadBuffering("if (r) smp_mb(); WRITE_ONCE(*z, 1);")).observation());
    assertEquals(
        "Sometimes",
        outcome(model, loadBuffering("if (r) { r = r; } else { r = 0; } WRITE_ONCE(*z, 1);"))
            .observation());
  }

  @Test
  void registersMayHaveTheirFirstValueFromTheInitialState() throws Exception {
    LitmusTest test =
        LitmusReader.read(
            "test.litmus",
            """
            C test
            { 0:r4=y; atomic_t y = ATOMIC_INIT(3); }
            P0(int *x, int *y) { WRITE_ONCE(*x, r4); int r5 = READ_ONCE(*r4); }
            forall (x=y /\\ 0:r5=3)
            """);
    CatModel judge = CatModel.shipped("sc", test.architecture());
    assertEquals("Always", LitmusRun.of(test, judge, 2, () -> false, null).observation());
  }
}
