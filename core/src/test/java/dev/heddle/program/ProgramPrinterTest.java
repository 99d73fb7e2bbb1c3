package dev.heddle.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProgramPrinterTest {
  private static final Location PLACE = new Location("a.c", 3, 1);

  private static Register r(int index) {
    return new Register(index);
  }

  @Test
  void globalsBlocksAndPhis() {
    Global x = new Global("x", new byte[] {1, (byte) 0xff, 0, 0}, 4, List.of(), true, false, PLACE);
    Global p =
        new Global(
            "p",
            new byte[8],
            8,
            List.of(new Global.Relocation(0, new Value.GlobalAddress(0, 2))),
            false,
            true,
            Location.NONE);
    Block entry = new Block("entry", List.of(), List.of(), new Terminator.Jump(1, PLACE));
    Block loop =
        new Block(
            "loop",
            List.of(new Block.Phi(r(1), List.of(0, 1), List.of(r(0), new Value.Undefined()))),
            List.of(
                new Instruction.Load(
                    r(2), new Value.GlobalAddress(0, 0), 4, MemoryOrder.ACQUIRE, PLACE),
                new Instruction.Call(
                    r(3), new Value.FunctionAddress(0), List.of(r(2)), Location.NONE)),
            new Terminator.Branch(r(2), 1, 2, PLACE));
    Block end = new Block("end", List.of(), List.of(), new Terminator.Return(Value.of(-1), PLACE));
    Function f = new Function("f", 1, 4, List.of(entry, loop, end), false);
    assertEquals(
        """
        global @x constant 4 bytes align 4 = 01 ff  ; a.c:3
        thread-local @p 8 bytes align 8 [0]=@x+2
        function @f(r0)
         0: entry
          jump 1  ; a.c:3
         1: loop
          r1 = phi 0: r0, 1: undefined
          r2 = load.4 acquire [@x]  ; a.c:3
          r3 = call @f(r2)
          branch r2 ? 1 : 2  ; a.c:3
         2: end
          return -1  ; a.c:3
        """,
        ProgramPrinter.print(new Program("a.c", List.of(f), List.of(x, p), 0)));
  }

  @Test
  void everyInstructionHasItsOwnText() {
    List<Instruction> instructions =
        List.of(
            new Instruction.Binary(
                r(1), Instruction.BinaryOperator.ADD, 32, r(0), Value.of(1), PLACE),
            new Instruction.Compare(r(1), Instruction.Relation.SLT, 8, r(0), Value.of(1), PLACE),
            new Instruction.Convert(r(1), Instruction.Conversion.SIGN_EXTEND, 8, 64, r(0), PLACE),
            new Instruction.Select(r(1), r(0), r(2), r(3), PLACE),
            new Instruction.StackAllocate(r(1), Value.of(8), true, "x", PLACE),
            new Instruction.HeapAllocate(r(1), r(0), true, PLACE),
            new Instruction.HeapFree(r(1), PLACE),
            new Instruction.Store(r(1), r(0), 2, MemoryOrder.RELEASE, PLACE),
            new Instruction.ReadModifyWrite(
                r(1),
                Instruction.RmwOperator.UMAX,
                r(0),
                Value.of(1),
                8,
                MemoryOrder.ACQUIRE_RELEASE,
                PLACE),
            new Instruction.CompareExchange(
                r(1),
                r(2),
                r(0),
                Value.of(1),
                Value.of(2),
                4,
                MemoryOrder.SEQUENTIALLY_CONSISTENT,
                MemoryOrder.RELAXED,
                PLACE),
            new Instruction.Fence(MemoryOrder.ACQUIRE, PLACE),
            new Instruction.Spawn(r(1), new Value.FunctionAddress(0), r(0), PLACE),
            new Instruction.Join(r(1), r(0), PLACE),
            new Instruction.ThreadExit(r(1), PLACE),
            new Instruction.CurrentThread(r(1), PLACE),
            new Instruction.Mutex(r(1), Instruction.MutexOperator.TRY_LOCK, r(0), PLACE),
            new Instruction.Assume(r(1), PLACE),
            new Instruction.Fail(FailureKind.REACH_ERROR, "why", PLACE),
            new Instruction.Print(r(1), r(0), List.of(r(2), Value.of(3)), PLACE));
    Terminator end = new Terminator.Switch(r(1), List.of(1L, 2L), List.of(0, 0), 0, Location.NONE);
    Function f =
        new Function("f", 0, 4, List.of(new Block("b", List.of(), instructions, end)), true);
    assertEquals(
        """
        library function @f()
         0: b
          r1 = add.32 r0, 1
          r1 = slt.8 r0, 1
          r1 = sign-extend.8.64 r0
          r1 = select r0, r2, r3
          r1 = private stack 8 x
          r1 = zeroed heap r0
          free r1
          store.2 release [r1] = r0
          r1 = rmw-umax.8 acquire-release [r0], 1
          r1, r2 = cas.4 sequentially-consistent/relaxed [r0], 1 -> 2
          fence acquire
          r1 = spawn @f(r0)
          r1 = join r0
          thread-exit r1
          r1 = current-thread
          r1 = try-lock [r0]
          assume r1
          fail reach-error "why"
          r1 = print r0(r2, 3)
          switch r1 { 1: 0, 2: 0, else 0 }
        """,
        ProgramPrinter.print(new Program("a.c", List.of(f), List.of(), 0), f)
            .replace("  ; a.c:3", ""));
  }
}
