package dev.heddle.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Wrong command lines: exit code 2, nothing on standard output, and a message that helps. */
class UsageTest {
  private final Console console = new Console(Outcomes.SAFE);

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "check | nothing to check; name a program or a folder, as in: heddle check stack.c",
        "check -m ARMV9 a.c | there is no model 'ARMV9'",
        "check -m rc12 a.c | there is no model 'rc12'; did you mean rc11?",
        "check -m tos a.c | there is no model 'tos'; did you mean tso?",
        "check -a rsmc a.c | there is no algorithm 'rsmc'",
        "check -m ra -a optimal a.c | the algorithm optimal runs only under --model sc",
        "check -a optimum a.c | there is no algorithm 'optimum'; did you mean optimal?",
        "check -u 0 a.c | a limit of 0 checks nothing; leave the option out for no limit",
        "check -u -3 a.c | '-3' is not a whole number between 1 and 2147483647",
        "check -u 2147483648 a.c | '2147483648' is not a whole number",
        "check --unroll two a.c | 'two' is not a whole number",
        "check --max-executions 0 a.c | a limit of 0 checks nothing",
        "check --max-executions 1e6 a.c | '1e6' is not a whole number",
        "check --timeout 0 a.c | a limit of no time checks nothing",
        "check --timeout 0ms a.c | a limit of no time checks nothing",
        "check --timeout 5d a.c | '5d' is not a length of time; write it like 10s, 500ms, 2m or 1h",
        "check --timeout soon a.c | 'soon' is not a length of time",
        "check --timeout 99999999999h a.c | '99999999999h' is too long",
        "check -q -v a.c | --quiet and --verbose contradict each other; leave one out",
        "test | nothing to test; name a program or a folder, as in: heddle test stack.c",
        "test --strategy pc a.c | there is no strategy 'pc'; did you mean pct?",
        "test --seed x a.c | 'x' is not a whole number of 64 bits",
        "test --runs 0 a.c | a limit of 0 checks nothing",
        "test --max-events 1000000001 a.c | --max-events takes at most 1000000000",
        "test -m power a.c | model power is not available yet",
        "check -a random a.c | there is no algorithm 'random'",
        "check --nondet 3 a.c | '3' is not a range of numbers; write it like 0..3 or -1..1",
        "check --nondet 3..1 a.c | '3..1' is an empty range; the lower number first",
        "check --nondet 0..99999 a.c | '0..99999' has more than 10000 numbers",
        "check --color sometimes a.c | there is no choice 'sometimes'",
        "check --progress yes a.c | there is no choice 'yes'",
        "check -O9 a.c | -O takes a level right after it (-O0 to -O3), not '9'",
        "check -u 2 -u 3 a.c | should be specified only once",
        "check a.c --unrol 3 | Unknown option: '--unrol'; did you mean --unroll",
        "check -Wall a.c | options for the compiler go after --",
        "check a.c --timeout | Missing required parameter for option '--timeout'",
        "chekc a.c | did you mean",
        "a.c | to check a program: heddle check a.c",
        "litmus --frob | Unknown option",
        "bench lastzreo | there is no benchmark 'lastzreo'; --list shows all",
        "bench lastzero:nine | 'nine' is no size of lastzero; write it like lastzero:3,4",
        "bench --table exploded | there is no table 'exploded'; did you mean explored?",
        "bench --max-count 0 | a limit of 0 checks nothing",
        "bench -a rsmc | there is no algorithm 'rsmc'",
        "bench --peer | did you mean --peers",
        "bench lastzero -- -O2 | nothing follows -- here",
        "--frobnicate | Unknown option: '--frobnicate'"
      })
  void isRefusedWithHelp(String line, String message) {
    assertEquals(2, console.run(line.split(" ", -1)));
    assertEquals("", console.out());
    assertTrue(console.err().startsWith("heddle: "), console.err());
    assertTrue(console.err().contains(message), console.err());
    assertTrue(console.err().contains("Try 'heddle"), console.err());
    assertTrue(console.loaded.isEmpty());
  }

  @Test
  void nothingToDoIsRefused() {
    assertEquals(2, console.run());
    assertTrue(console.err().contains("heddle check stack.c"), console.err());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "check --help", "check -h"})
  void helpTeaches(String line) {
    assertEquals(0, console.run(line.split(" ", -1)));
    assertEquals("", console.err());
    assertTrue(console.out().contains("Examples:\n  heddle check stack.c"), console.out());
    console.out().lines().forEach(text -> assertTrue(text.length() <= 90, text));
  }

  @Test
  void helpOfCheckListsTheExitCodes() {
    console.run("check", "--help");
    assertTrue(console.out().contains("-m, --model NAME|FILE.cat "), console.out());
    assertTrue(console.out().contains("  3   inconclusive: a limit or Ctrl-C"), console.out());
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V", "check --version"})
  void versionIsTheBuildsNumber(String line) {
    assertEquals(0, console.run(line.split(" ", -1)));
    assertTrue(
        console.out().matches("heddle \\d+\\.\\d+\\.\\d+\\S* \\(Java .*\\)\n"), console.out());
  }
}
