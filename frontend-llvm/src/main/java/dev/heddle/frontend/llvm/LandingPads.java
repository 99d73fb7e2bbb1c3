package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Block;
import dev.heddle.program.Global;
import dev.heddle.program.Register;
import dev.heddle.program.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Where exceptions enter a function again. A call that takes exceptions is followed by a branch: to
 * the landing pad if one came, and on otherwise. A landing pad is what LLVM calls the block that
 * runs destructors and picks a handler.
 *
 * <p>What a landing pad catches stands in a table, a constant of the program, which {@code
 * exceptions.c} reads: the number of types, 1 if there is something to do whatever comes, and for
 * each type its address (0 catches all) and number.
 */
final class LandingPads {
  private final Operands operands;
  private final FunctionBuilder builder;
  private final Symbols symbols;

  /** The calls that lead to a landing pad, by the address of their block. */
  private final Map<Long, Entry> entries = new HashMap<>();

  private final Map<Long, Value> tables = new HashMap<>();
  private final List<Pad> pads = new ArrayList<>();

  /** A landing pad whose ways in are not all known yet. */
  private record Pad(LLVMBasicBlockRef block, int position, Register exception) {}

  /** A call that takes exceptions. */
  static final class Entry {
    private final Value handlers;
    private final long pad;

    /** The block that ends with the call, or -1 if it cannot throw. */
    private int from = -1;

    private Register thrown;

    private Entry(Value handlers, long pad) {
      this.handlers = handlers;
      this.pad = pad;
    }

    Value handlers() {
      return handlers;
    }

    /** Control goes to the landing pad from the end of a block, with an exception. */
    void leave(int block, Register exception) {
      from = block;
      thrown = exception;
    }
  }

  LandingPads(Operands operands, FunctionBuilder builder, Symbols symbols) {
    this.operands = operands;
    this.builder = builder;
    this.symbols = symbols;
  }

  /** Whether control goes from a block to another one by an exception. */
  static boolean lands(LLVMBasicBlockRef from, LLVMBasicBlockRef to) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(from);
    return LLVMIsAInvokeInst(end) != null && LLVMGetUnwindDest(end).address() == to.address();
  }

  /** What is to be said about a call under way. */
  Entry handlersOf(LLVMValueRef invoke) {
    LLVMBasicBlockRef pad = LLVMGetUnwindDest(invoke);
    Value table = tables.computeIfAbsent(pad.address(), key -> table(landing(pad)));
    Entry entry = new Entry(table, pad.address());
    entries.put(LLVMGetInstructionParent(invoke).address(), entry);
    return entry;
  }

  /** The block from whose end control goes to a landing pad; null if it never does. */
  Integer leaving(LLVMBasicBlockRef from) {
    Entry entry = entries.get(from.address());
    return entry == null || entry.from < 0 ? null : entry.from;
  }

  /** Translates the beginning of a landing pad: what has come, and who wants it. */
  void land(LLVMValueRef landing) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(landing);
    Value table = tables.computeIfAbsent(block.address(), key -> table(landing));
    Register exception = builder.newRegister();
    pads.add(new Pad(block, builder.currentBlock(), exception));
    Value selector = builder.call(symbols.runtimeFunction("__heddle_landing"), exception, table);
    operands.define(landing, List.of(exception, selector));
  }

  /** Tells landing pads of all calls that lead to them, when these are known. */
  void complete() {
    for (Pad pad : pads) {
      List<Integer> predecessors = new ArrayList<>();
      List<Value> values = new ArrayList<>();
      for (Entry entry : entries.values()) {
        if (entry.pad == pad.block().address() && entry.from >= 0) {
          predecessors.add(entry.from);
          values.add(entry.thrown);
        }
      }
      builder.addPhi(pad.position(), new Block.Phi(pad.exception(), predecessors, values));
    }
  }

  private static LLVMValueRef landing(LLVMBasicBlockRef pad) {
    LLVMValueRef instruction = LLVMGetFirstInstruction(pad);
    while (LLVMIsALandingPadInst(instruction) == null) {
      instruction = LLVMGetNextInstruction(instruction);
    }
    return instruction;
  }

  /** Whether a landing pad is the end of a function that is {@code noexcept}. */
  private static boolean endsProgram(LLVMValueRef landing) {
    for (LLVMValueRef i = landing; i != null; i = LLVMGetNextInstruction(i)) {
      if (LLVMIsACallInst(i) != null
          && NativeText.nameOf(LLVMGetCalledValue(i)).equals("__clang_call_terminate")) {
        return true;
      }
    }
    return false;
  }

  private Value table(LLVMValueRef landing) {
    int clauses = LLVMGetNumClauses(landing);
    ByteBuffer bytes = ByteBuffer.allocate(16 + 16 * clauses).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putLong(clauses).putLong(endsProgram(landing) ? 2 : LLVMIsCleanup(landing));
    List<Global.Relocation> relocations = new ArrayList<>();
    for (int i = 0; i < clauses; i++) {
      LLVMValueRef type = LLVMGetClause(landing, i);
      if (LLVMGetTypeKind(LLVMTypeOf(type)) == LLVMArrayTypeKind) {
        if (LLVMGetArrayLength2(LLVMTypeOf(type)) > 0) {
          throw new UnsupportedException("lists of the types that a function throws");
        }
        bytes.putLong(0).putLong(-1); // throw(): nothing may come through here
      } else if (LLVMIsNull(type) != 0) {
        bytes.putLong(0).putLong(symbols.typeNumber(type));
      } else {
        relocations.add(
            new Global.Relocation(
                bytes.position(), new Value.GlobalAddress(symbols.global(type), 0)));
        bytes.putLong(0).putLong(symbols.typeNumber(type));
      }
    }
    return new Value.GlobalAddress(symbols.constant("handlers", bytes.array(), relocations), 0);
  }
}
