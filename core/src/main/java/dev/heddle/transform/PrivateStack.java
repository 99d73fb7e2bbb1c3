package dev.heddle.transform;

import dev.heddle.program.Block;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Marks the stack objects that no other thread can get hold of. An object is private if its address
 * is only used to access it, in arithmetic and comparisons, and as an argument of functions that do
 * no more with it than that. It is not if the address is stored, handed to a thread, returned, or
 * given to a function that is not known.
 *
 * <p>In each function, the stack objects and the parameters are the <em>origins</em> of addresses;
 * a register carries an origin if it may have been computed from it. What becomes of parameters is
 * found for all functions together, as the least fixed point.
 */
public final class PrivateStack {
  private final Program program;

  /** Of each function, the parameters whose value gets out other than through its result. */
  private final List<BitSet> leaking = new ArrayList<>();

  /** Of each function, the parameters from which its result may be computed. */
  private final List<BitSet> returned = new ArrayList<>();

  private boolean changed;

  private PrivateStack(Program program) {
    this.program = program;
    for (int i = 0; i < program.functions().size(); i++) {
      leaking.add(new BitSet());
      returned.add(new BitSet());
    }
  }

  public static Program apply(Program program) {
    return new PrivateStack(program).run();
  }

  private Program run() {
    List<Origins> origins = new ArrayList<>();
    do {
      changed = false;
      origins.clear();
      for (int i = 0; i < program.functions().size(); i++) {
        Origins ofFunction = new Origins(program.functions().get(i));
        ofFunction.solve();
        origins.add(ofFunction);
        learn(leaking.get(i), ofFunction.leaked());
        learn(returned.get(i), ofFunction.returned);
      }
    } while (changed);
    List<Function> marked = new ArrayList<>();
    for (int i = 0; i < program.functions().size(); i++) {
      marked.add(mark(program.functions().get(i), origins.get(i)));
    }
    return program.withFunctions(marked);
  }

  private void learn(BitSet known, BitSet found) {
    int before = known.cardinality();
    known.or(found);
    changed |= known.cardinality() != before;
  }

  private static Function mark(Function function, Origins origins) {
    List<Block> blocks = new ArrayList<>();
    for (Block block : function.blocks()) {
      List<Instruction> instructions = new ArrayList<>();
      for (Instruction instruction : block.instructions()) {
        instructions.add(
            instruction instanceof Instruction.StackAllocate i
                ? new Instruction.StackAllocate(
                    i.result(), i.size(), origins.isPrivate(i), i.name(), i.location(), i.type())
                : instruction);
      }
      blocks.add(new Block(block.label(), block.phis(), instructions, block.terminator()));
    }
    return new Function(
        function.name(), function.parameters(), function.registers(), blocks, function.library());
  }

  /**
   * What becomes of the origins in one function. An origin is named by the register that holds it:
   * a parameter or the result of a {@link Instruction.StackAllocate}.
   */
  private final class Origins {
    private final Function function;

    /** The origins that each register carries; null is none. */
    private final BitSet[] carried;

    private final BitSet escaped = new BitSet();
    private final BitSet returned = new BitSet();
    private boolean grown;

    Origins(Function function) {
      this.function = function;
      this.carried = new BitSet[function.registers()];
      for (int i = 0; i < function.parameters(); i++) {
        originate(i);
      }
    }

    void solve() {
      do {
        grown = false;
        for (Block block : function.blocks()) {
          for (Block.Phi phi : block.phis()) {
            for (Value value : phi.values()) {
              carry(value, phi.result());
            }
          }
          for (Instruction instruction : block.instructions()) {
            visit(instruction);
          }
          if (block.terminator() instanceof Terminator.Return exit) {
            addTo(returned, exit.value());
          }
        }
      } while (grown);
    }

    /** The origins that get out, stack objects included whose address is returned. */
    BitSet leaked() {
      return escaped;
    }

    boolean isPrivate(Instruction.StackAllocate allocation) {
      int origin = allocation.result().index();
      return !escaped.get(origin) && !returned.get(origin);
    }

    private void originate(int register) {
      if (carried[register] == null) {
        carried[register] = new BitSet();
        grown = true;
      }
      carried[register].set(register);
    }

    private void carry(Value from, Register to) {
      if (from instanceof Register register && carried[register.index()] != null) {
        if (carried[to.index()] == null) {
          carried[to.index()] = new BitSet();
        }
        BitSet target = carried[to.index()];
        int before = target.cardinality();
        target.or(carried[register.index()]);
        grown |= target.cardinality() != before;
      }
    }

    private void addTo(BitSet set, Value value) {
      if (value instanceof Register register && carried[register.index()] != null) {
        set.or(carried[register.index()]);
      }
    }

    private void escape(Value value) {
      addTo(escaped, value);
    }

    private void escapeAll(List<Value> values) {
      for (Value value : values) {
        escape(value);
      }
    }

    private void visit(Instruction instruction) {
      if (instruction instanceof Instruction.StackAllocate i) {
        originate(i.result().index());
      } else if (instruction instanceof Instruction.Binary i) {
        carry(i.left(), i.result());
        carry(i.right(), i.result());
      } else if (instruction instanceof Instruction.Convert i) {
        carry(i.value(), i.result());
      } else if (instruction instanceof Instruction.Select i) {
        carry(i.ifTrue(), i.result());
        carry(i.ifFalse(), i.result());
      } else if (instruction instanceof Instruction.Store i) {
        escape(i.value());
      } else if (instruction instanceof Instruction.ReadModifyWrite i) {
        escape(i.value());
      } else if (instruction instanceof Instruction.CompareExchange i) {
        escape(i.desired());
      } else if (instruction instanceof Instruction.Call i) {
        visitCall(i);
      } else if (instruction instanceof Instruction.Spawn i) {
        escape(i.argument());
      } else if (instruction instanceof Instruction.ThreadExit i) {
        escape(i.value());
      } else if (instruction instanceof Instruction.Throw i) {
        escape(i.exception());
      } else if (instruction instanceof Instruction.Mutex i) {
        // A mutex is there to be shared; those who run programs may count on it.
        escape(i.address());
      } else if (instruction instanceof Instruction.Poke i) {
        escape(i.value());
      } else if (instruction instanceof Instruction.Await i) {
        escape(i.address());
        escape(i.operand());
      } else if (instruction instanceof Instruction.Attempt i) {
        escape(i.address());
        escape(i.operand());
      } else if (instruction instanceof Instruction.Signal i) {
        escape(i.address());
      } else if (instruction instanceof Instruction.HeapSize i) {
        escape(i.address());
      } else if (instruction instanceof Instruction.Print i) {
        escape(i.format());
        escapeAll(i.arguments());
      }
      // The others only compare values, access memory through them, or make new ones.
    }

    private void visitCall(Instruction.Call call) {
      if (!(call.callee() instanceof Value.FunctionAddress callee)) {
        escapeAll(call.arguments());
        return;
      }
      for (int i = 0; i < call.arguments().size(); i++) {
        if (leaking.get(callee.function()).get(i)) {
          escape(call.arguments().get(i));
        }
        if (PrivateStack.this.returned.get(callee.function()).get(i)) {
          carry(call.arguments().get(i), call.result());
        }
      }
    }
  }
}
