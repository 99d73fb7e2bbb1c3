package dev.heddle.frontend.llvm;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * What had to be assumed about the world, because of the library functions that a program calls.
 * Verdicts hold under these assumptions, which nobody should have to guess.
 */
final class Assumptions {
  private final Environment environment;
  private final Set<String> made = new LinkedHashSet<>();

  Assumptions(Environment environment) {
    this.environment = environment;
  }

  Set<String> made() {
    return made;
  }

  /** Notes that the program has numbers that are wider elsewhere. */
  void noteLongDouble() {
    made.add("long double has the range and precision of double");
  }

  /** Notes that the program has compare-exchanges that may fail for no reason. */
  void noteWeakExchange() {
    made.add("a weak compare-exchange fails only where a strong one would");
  }

  /** Notes that the program calls a library function. */
  void note(String function) {
    String assumption = of(function);
    if (assumption != null) {
      made.add(assumption);
    }
  }

  private String of(String function) {
    return switch (function) {
      case "rand", "random", "rand_r", "lrand48", "drand48" ->
          environment.randomIsAny() && !function.equals("rand_r")
              ? null
              : "rand() gives one fixed sequence, the same in each thread (--nondet rand: any"
                  + " numbers)";
      case "malloc", "calloc", "realloc" ->
          environment.mallocMayFail()
              ? null
              : "malloc() always gives memory, up to 256 MiB at once (--malloc-may-fail: or null)";
      case "time", "clock", "clock_gettime", "gettimeofday", "timespec_get", "__heddle_cycles" ->
          "a clock advances by one second each time that a thread looks at one";
      case "getenv", "secure_getenv" -> "no environment variable is set: getenv() gives null";
      case "getchar",
          "getchar_unlocked",
          "getc",
          "fgetc",
          "_IO_getc",
          "fgets",
          "fread",
          "read",
          "getline",
          "getdelim",
          "scanf",
          "fscanf",
          "vscanf",
          "vfscanf",
          "__isoc99_scanf",
          "__isoc99_fscanf",
          "__isoc23_scanf",
          "__isoc23_fscanf" ->
          environment.input() == null
              ? "standard input is empty (--stdin FILE gives some)"
              : "standard input is what --stdin names";
      case "signal", "bsd_signal", "sigaction", "alarm" ->
          "no signal arrives: handlers are never called";
      case "sysconf", "get_nprocs", "get_nprocs_conf" -> "the machine has 2 processors";
      default -> null;
    };
  }
}
