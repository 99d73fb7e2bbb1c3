package dev.heddle.explore.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import dev.heddle.explore.Progress;
import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Instruction.BinaryOperator;
import dev.heddle.program.Instruction.RmwOperator;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Program;
import dev.heddle.program.ProgramPrinter;
import dev.heddle.program.Register;
import dev.heddle.program.Section;
import dev.heddle.program.Value;
import dev.heddle.verdict.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Operations on 16 bytes are explored as those on fewer: a random program has the same executions
 * if its stores, and some of its other accesses, are to 16 bytes, and the rest is to parts of them.
 */
class WideOperationsTest {
  private static final int PROGRAMS = 1 + Integer.getInteger("heddle.fuzz.programs", 2000) / 5;
  private static final long SEED = Long.getLong("heddle.fuzz.seed", 1) * 1_000_000_000L;
  private static final int MAX = 2_000;

  @ParameterizedTest
  @EnumSource
  void asManyExecutionsAsWithFewerBytes(GraphAxioms.Model model) {
    int wide = 0;
    for (long seed = SEED; seed < SEED + PROGRAMS; seed++) {
      Program narrow = GraphSearchAgreesWithOracleTest.program(model, seed);
      Widening widening = new Widening(seed);
      Program widened = widening.apply(narrow);
      for (boolean isTotal : new boolean[] {false, true}) {
        Outcome expected = explore(narrow, model, isTotal);
        if (expected.executions() < MAX) {
          Outcome outcome = explore(widened, model, isTotal);
          assertEquals(
              expected.complete() + "+" + expected.blocked(),
              outcome.complete() + "+" + outcome.blocked(),
              () -> model + "\n" + ProgramPrinter.print(widened));
          assertEquals(expected.violations().size(), outcome.violations().size());
          wide += widening.count;
        }
      }
    }
    assertTrue(wide > PROGRAMS, "only " + wide + " operations on 16 bytes");
  }

  private static Outcome explore(Program program, GraphAxioms.Model model, boolean isTotal) {
    return new GraphExploration(
            code -> GraphSearchAgreesWithOracleTest.model(model), isTotal, 1, GraphListener.NONE)
        .explore(program, Limits.NONE.withKeepGoing().withExecutions(MAX), new Progress());
  }

  /** Makes accesses to 4 bytes ones to 16, of which the upper 8 say the same as the lower. */
  private static final class Widening {
    private final Random random;
    private List<Instruction> into = new ArrayList<>();
    private int registers;
    int count;

    Widening(long seed) {
      random = new Random(seed);
    }

    Program apply(Program program) {
      List<Function> functions = new ArrayList<>();
      for (Function function : program.functions()) {
        registers = function.registers();
        List<Block> blocks = new ArrayList<>();
        for (Block block : function.blocks()) {
          into = new ArrayList<>();
          block.instructions().forEach(this::add);
          blocks.add(new Block(block.label(), block.phis(), into, block.terminator()));
        }
        functions.add(
            new Function(
                function.name(), function.parameters(), registers, blocks, function.library()));
      }
      return new Program(
          program.name(),
          functions,
          program.globals().stream().map(Widening::widened).toList(),
          program.main(),
          program.threadStart(),
          program.bounds(),
          program.assumptions(),
          program.types());
    }

    private static Global widened(Global global) {
      return new Global(
          global.name(),
          new byte[16],
          16,
          global.relocations(),
          global.constant(),
          global.threadLocal(),
          global.location(),
          global.type());
    }

    private void add(Instruction instruction) {
      if (instruction instanceof Instruction.Store i && i.order() != MemoryOrder.PLAIN) {
        begin(Section.Kind.WIDE_ACCESS, i.order(), i.location());
        store(i.address(), i.value(), i.location());
      } else if (random.nextBoolean()) {
        into.add(instruction);
      } else if (instruction instanceof Instruction.Load i && i.order() != MemoryOrder.PLAIN) {
        begin(Section.Kind.WIDE_ACCESS, i.order(), i.location());
        load(i.result(), i.address(), i.location());
        into.add(new Instruction.AtomicEnd(i.location()));
      } else if (instruction instanceof Instruction.ReadModifyWrite i
          && (i.operator() == RmwOperator.EXCHANGE || i.operator() == RmwOperator.ADD)) {
        begin(Section.Kind.WIDE_UPDATE, i.order(), i.location());
        load(i.result(), i.address(), i.location());
        Value updated = i.value();
        if (i.operator() == RmwOperator.ADD) {
          Register sum = new Register(registers++);
          into.add(
              new Instruction.Binary(
                  sum, BinaryOperator.ADD, 64, i.result(), i.value(), i.location()));
          updated = sum;
        }
        store(i.address(), updated, i.location());
      } else {
        into.add(instruction);
      }
    }

    private void begin(Section.Kind kind, MemoryOrder order, Location at) {
      count++;
      into.add(new Instruction.AtomicBegin(new Section(kind, order, order), at));
    }

    private void load(Register result, Value address, Location at) {
      into.add(new Instruction.Load(result, address, 8, MemoryOrder.RELAXED, at));
      Register upper = new Register(registers++);
      into.add(new Instruction.Load(upper, upper(address), 8, MemoryOrder.RELAXED, at));
    }

    private void store(Value address, Value value, Location at) {
      into.add(new Instruction.Store(address, value, 8, MemoryOrder.RELAXED, at));
      into.add(new Instruction.Store(upper(address), value, 8, MemoryOrder.RELAXED, at));
      into.add(new Instruction.AtomicEnd(at));
    }

    private static Value upper(Value address) {
      Value.GlobalAddress global = (Value.GlobalAddress) address;
      return new Value.GlobalAddress(global.global(), global.offset() + 8);
    }
  }
}
