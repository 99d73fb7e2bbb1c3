package dev.heddle.model.axiomatic;

import dev.heddle.litmus.Expression;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusLocation;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Proposition;
import java.util.Set;
import java.util.TreeSet;

/**
 * The constants of a test. Where a value depends only on itself, as in load buffering with data
 * dependencies, every value explains itself; these are the ones that the engine tries.
 */
final class TestConstants {
  private TestConstants() {}

  static long[] of(LitmusTest test) {
    Set<Long> constants = new TreeSet<>();
    constants.add(0L);
    for (LitmusLocation object : test.objects()) {
      constants.addAll(object.initial());
    }
    for (LitmusThread thread : test.threads()) {
      constants.addAll(thread.initial().values());
      for (LitmusInstruction instruction : thread.instructions()) {
        if (instruction instanceof LitmusInstruction.Assign assign) {
          collect(assign.value(), constants);
        } else if (instruction instanceof LitmusInstruction.Store store) {
          collect(store.value(), constants);
        }
      }
    }
    collect(test.condition().proposition(), constants);
    return constants.stream().mapToLong(Long::longValue).toArray();
  }

  private static void collect(Expression expression, Set<Long> constants) {
    if (expression instanceof Expression.Constant constant) {
      constants.add(constant.value());
    } else if (expression instanceof Expression.Operation operation) {
      collect(operation.left(), constants);
      collect(operation.right(), constants);
    }
  }

  private static void collect(Proposition proposition, Set<Long> constants) {
    if (proposition instanceof Proposition.And and) {
      and.parts().forEach(part -> collect(part, constants));
    } else if (proposition instanceof Proposition.Or or) {
      or.parts().forEach(part -> collect(part, constants));
    } else if (proposition instanceof Proposition.Not not) {
      collect(not.part(), constants);
    } else if (proposition instanceof Proposition.Equal equal) {
      constants.add(equal.value());
    }
  }
}
