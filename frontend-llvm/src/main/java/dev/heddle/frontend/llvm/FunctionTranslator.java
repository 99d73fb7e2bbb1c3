package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Block;
import dev.heddle.program.CppName;
import dev.heddle.program.Function;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.MemoryOrder;
import dev.heddle.program.Register;
import dev.heddle.program.Section;
import dev.heddle.program.Terminator;
import dev.heddle.program.Types;
import dev.heddle.program.Value;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bytedeco.llvm.LLVM.LLVMBasicBlockRef;
import org.bytedeco.llvm.LLVM.LLVMTypeRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Translates one function. Blocks are visited in reverse postorder, so that a value is translated
 * before its uses; only phis can use later ones, and they are completed at the end.
 */
final class FunctionTranslator {
  private final LLVMValueRef function;
  private final Layout layout;
  private final DebugLocations locations;
  private final DebugTypes types;
  private final boolean isAtomic;

  /** Whether the function is {@code main}, which nobody but the system calls. */
  private final boolean endsProgram;

  private final CallingConvention convention;
  private final FunctionBuilder builder;
  private final Operands operands;
  private final Arithmetic arithmetic;
  private final MemoryAccesses memory;
  private final Calls calls;
  private final UninitializedLocals locals;

  /** Where each LLVM block begins, by its address, in the order of translation. */
  private final Map<Long, Integer> starts = new HashMap<>();

  /** Where each LLVM block ends, which is another block if a call in it needed several. */
  private final Map<Long, Integer> ends = new HashMap<>();

  private final List<PendingPhi> pendingPhis = new ArrayList<>();
  private final LandingPads pads;

  /** The companion is null if the value is always defined. */
  private record PendingPhi(
      LLVMValueRef phi, int block, List<Register> results, Register companion) {}

  FunctionTranslator(
      LLVMValueRef function,
      Layout layout,
      ConstantTranslator constants,
      Symbols symbols,
      DebugLocations locations,
      DebugTypes types,
      boolean isLibrary) {
    this.function = function;
    this.layout = layout;
    this.locations = locations;
    this.types = types;
    convention = CallingConvention.of(function, layout);
    String name = NativeText.nameOf(function);
    isAtomic = Directions.isAtomic(name);
    endsProgram = name.equals("main") && LLVMGetFirstUse(function) == null && !isLibrary;
    builder = new FunctionBuilder(CppName.of(name), convention.parameters(), isLibrary);
    operands = new Operands(layout, constants, builder);
    arithmetic = new Arithmetic(layout, operands, builder);
    memory = new MemoryAccesses(layout, operands, builder, symbols);
    calls = new Calls(layout, operands, builder, memory, symbols, convention);
    locals = new UninitializedLocals(function, builder, new PartialReads(layout));
    pads = new LandingPads(operands, builder, symbols);
  }

  Function translate() {
    List<LLVMBasicBlockRef> order = reversePostorder();
    for (LLVMBasicBlockRef block : order) {
      String label = NativeText.of(LLVMGetBasicBlockName(block));
      starts.put(block.address(), builder.newBlock(label));
    }
    builder.continueAt(0);
    if (isAtomic) {
      builder.emit(new Instruction.AtomicBegin(Section.ANY, locations.of(function)));
    }
    convention.receive(function, operands, builder, memory);
    for (LLVMBasicBlockRef block : order) {
      builder.continueAt(starts.get(block.address()));
      // What LLVM made without a place takes that of what comes before it in the block.
      builder.at(Location.NONE);
      for (LLVMValueRef instruction = LLVMGetFirstInstruction(block);
          instruction != null;
          instruction = LLVMGetNextInstruction(instruction)) {
        translate(instruction);
      }
      ends.put(block.address(), builder.currentBlock());
    }
    for (PendingPhi phi : pendingPhis) {
      complete(phi);
    }
    pads.complete();
    return builder.build();
  }

  private List<LLVMBasicBlockRef> reversePostorder() {
    record Visit(LLVMBasicBlockRef block, boolean leaving) {}
    List<LLVMBasicBlockRef> order = new ArrayList<>();
    Set<Long> seen = new HashSet<>();
    Deque<Visit> stack = new ArrayDeque<>();
    stack.push(new Visit(LLVMGetEntryBasicBlock(function), false));
    while (!stack.isEmpty()) {
      Visit visit = stack.pop();
      if (visit.leaving()) {
        order.add(visit.block());
      } else if (seen.add(visit.block().address())) {
        stack.push(new Visit(visit.block(), true));
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(visit.block());
        int successors = LLVMGetNumSuccessors(terminator);
        for (int i = 0; i < successors; i++) {
          stack.push(new Visit(LLVMGetSuccessor(terminator, i), false));
        }
      }
    }
    Collections.reverse(order);
    return order;
  }

  private void translate(LLVMValueRef instruction) {
    Location location = locations.of(instruction);
    if (location.isKnown()) {
      builder.at(location);
    }
    try {
      int opcode = LLVMGetInstructionOpcode(instruction);
      if (opcode != LLVMPHI) {
        locals.enter(instruction);
      }
      if (!(arithmetic.translate(instruction, opcode)
          || memory.translate(instruction, opcode)
          || control(instruction, opcode))) {
        throw new UnsupportedException(unsupported(opcode));
      }
      if (opcode == LLVMAlloca || opcode == LLVMCall || opcode == LLVMInvoke) {
        describe(instruction, types.pointeeOf(instruction));
      }
      if (opcode == LLVMLoad) {
        int bytes = (int) layout.size(LLVMTypeOf(instruction));
        locals.copy(instruction, memory.missingOf(instruction), bytes);
      }
      if (opcode == LLVMSelect) {
        locals.choose(instruction, operands.of(instruction, 0));
      }
    } catch (UnsupportedException e) {
      // It matters only to executions that get here.
      builder.emitUnsupported(e.getMessage());
      if (LLVMIsATerminatorInst(instruction) != null) {
        builder.end(new Terminator.Unreachable(builder.location()));
      }
      operands.leaveUndefined(instruction);
    }
  }

  /** Tells what lies in the memory that an instruction makes, if it makes any. */
  private void describe(LLVMValueRef instruction, int pointee) {
    if (pointee != Types.UNKNOWN && operands.of(instruction) instanceof Register made) {
      builder.describe(made, pointee);
    }
  }

  private boolean control(LLVMValueRef instruction, int opcode) {
    Location location = builder.location();
    switch (opcode) {
      case LLVMPHI ->
          pendingPhis.add(
              new PendingPhi(
                  instruction,
                  builder.currentBlock(),
                  operands.defineRegisters(instruction),
                  locals.isSuspect(instruction) ? locals.companionOfPhi(instruction) : null));
      case LLVMCall -> calls.translate(instruction);
      case LLVMInvoke -> invoke(instruction);
      case LLVMLandingPad -> pads.land(instruction);
      case LLVMResume -> {
        Value exception = operands.all(LLVMGetOperand(instruction, 0)).get(0);
        builder.emit(new Instruction.Throw(exception, location));
        builder.end(new Terminator.Unreachable(location));
      }
      case LLVMBr -> branch(instruction);
      case LLVMSwitch -> switchOver(instruction);
      case LLVMRet -> ret(instruction);
      case LLVMUnreachable -> builder.end(new Terminator.Unreachable(location));
      default -> {
        return false;
      }
    }
    return true;
  }

  private void invoke(LLVMValueRef instruction) {
    int landing = starts.get(LLVMGetUnwindDest(instruction).address());
    calls.translate(instruction, pads.handlersOf(instruction), landing);
    int target = starts.get(LLVMGetNormalDest(instruction).address());
    builder.end(new Terminator.Jump(target, builder.location()));
  }

  private void branch(LLVMValueRef instruction) {
    int target = starts.get(LLVMGetSuccessor(instruction, 0).address());
    if (LLVMIsConditional(instruction) == 0) {
      builder.end(new Terminator.Jump(target, builder.location()));
      return;
    }
    Value condition = operands.of(LLVMGetCondition(instruction));
    int otherwise = starts.get(LLVMGetSuccessor(instruction, 1).address());
    builder.end(new Terminator.Branch(condition, target, otherwise, builder.location()));
  }

  private void switchOver(LLVMValueRef instruction) {
    Value value = operands.of(instruction, 0);
    int otherwise = starts.get(LLVMGetSwitchDefaultDest(instruction).address());
    List<Long> cases = new ArrayList<>();
    List<Integer> targets = new ArrayList<>();
    for (int i = 2; i < LLVMGetNumOperands(instruction); i += 2) {
      cases.add(LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, i)));
      targets.add(starts.get(LLVMGetOperand(instruction, i + 1).address()));
    }
    builder.end(new Terminator.Switch(value, cases, targets, otherwise, builder.location()));
  }

  private void ret(LLVMValueRef instruction) {
    Value result = Value.of(0);
    if (LLVMGetNumOperands(instruction) > 0) {
      LLVMValueRef operand = LLVMGetOperand(instruction, 0);
      LLVMTypeRef type = LLVMTypeOf(operand);
      if (convention.returnsInMemory()) {
        memory.store(convention.resultPlace(), operands.all(operand), type, MemoryOrder.PLAIN);
      } else if (!layout.scalars(type).isEmpty()) {
        result = operands.all(operand).get(0);
      }
    }
    if (isAtomic) {
      builder.emit(new Instruction.AtomicEnd(builder.location()));
    }
    if (endsProgram) {
      calls.endProgram(result);
    } else {
      builder.end(new Terminator.Return(result, builder.location()));
    }
  }

  private void complete(PendingPhi pending) {
    Map<Integer, List<Value>> incoming = new LinkedHashMap<>();
    Map<Integer, Value> companions = new LinkedHashMap<>();
    for (int i = 0; i < LLVMCountIncoming(pending.phi()); i++) {
      LLVMBasicBlockRef from = LLVMGetIncomingBlock(pending.phi(), i);
      Integer predecessor =
          LandingPads.lands(from, LLVMGetInstructionParent(pending.phi()))
              ? pads.leaving(from)
              : ends.get(from.address());
      if (predecessor != null) {
        LLVMValueRef value = LLVMGetIncomingValue(pending.phi(), i);
        incoming.put(predecessor, operands.allAtEnd(value));
        companions.put(predecessor, locals.companion(value));
      }
    }
    for (int i = 0; i < pending.results().size(); i++) {
      List<Value> values = new ArrayList<>();
      for (List<Value> numbers : incoming.values()) {
        values.add(numbers.get(i));
      }
      builder.addPhi(
          pending.block(),
          new Block.Phi(pending.results().get(i), List.copyOf(incoming.keySet()), values));
    }
    if (pending.companion() != null) {
      builder.addPhi(
          pending.block(),
          new Block.Phi(
              pending.companion(),
              List.copyOf(companions.keySet()),
              List.copyOf(companions.values())));
    }
  }

  private static String unsupported(int opcode) {
    return switch (opcode) {
      case LLVMIndirectBr -> "a computed goto is not supported";
      case LLVMVAArg -> "reading variable arguments is not supported";
      default -> "LLVM's operation " + opcode + " is not supported";
    };
  }
}
