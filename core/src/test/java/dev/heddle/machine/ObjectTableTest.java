package dev.heddle.machine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.program.Block;
import dev.heddle.program.FailureKind;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Objects and the bytes they consist of. */
class ObjectTableTest {
  private static final Function MAIN =
      new Function(
          "main",
          0,
          0,
          List.of(
              new Block(
                  "b", List.of(), List.of(), new Terminator.Return(Value.of(0), Location.NONE))),
          false);
  private static final Global NUMBER =
      new Global("number", new byte[] {1, 2, 3, 4, 5}, 4, List.of(), true, false, Location.NONE);
  private static final Global POINTER =
      new Global(
          "pointer",
          new byte[8],
          8,
          List.of(new Global.Relocation(0, new Value.GlobalAddress(0, 2))),
          false,
          false,
          Location.NONE);

  private final SharedMemory memory = new SharedMemory();
  private final ObjectTable objects =
      new ObjectTable(new Program("t", List.of(MAIN), List.of(NUMBER, POINTER), 0), memory);

  private static long failure(FailureKind kind) {
    return -1L - kind.ordinal();
  }

  @Test
  void globalsAreThereFromTheBeginning() {
    assertEquals(2, objects.objects());
    assertTrue(objects.isLive(0) && objects.isConstant(0) && !objects.isHeap(0));
    assertTrue(objects.isLive(1) && !objects.isConstant(1));
    assertEquals(0x0504030201L, memory.read(objects.position(0), 5));
    assertEquals(objects.address(0) + 2, memory.read(objects.position(1), 8));
    assertEquals(0, objects.objectAt(objects.address(0) + 4));
    assertEquals(0, objects.liveOnHeap());
  }

  @Test
  void accessesStayWithinObjects() {
    long address = objects.address(0);
    assertEquals(objects.position(0) + 1, objects.locate(0, address + 1, 4));
    assertEquals(failure(FailureKind.OUT_OF_BOUNDS), objects.locate(0, address + 2, 4));
    assertEquals(failure(FailureKind.OUT_OF_BOUNDS), objects.locate(0, address - 1, 1));
    assertEquals(failure(FailureKind.NULL_ACCESS), objects.locate(-1, 8, 4));
    assertEquals(failure(FailureKind.INVALID_ACCESS), objects.locate(-1, 1L << 40, 4));
  }

  /** What a thread makes as its n-th object is the same object in every execution. */
  @Test
  void objectsOfThreadsAreBornFreedAndTakenBack() {
    int object = objects.dynamicObject(1, 3);
    assertEquals(object, objects.dynamicObject(1, 3));
    assertNotEquals(object, objects.dynamicObject(2, 3));
    long address = objects.address(object);
    assertEquals(object, objects.objectAt(address));
    assertEquals(failure(FailureKind.INVALID_ACCESS), objects.locate(object, address, 1));

    objects.birth(object, 12, false, true, 77);
    long position = objects.locate(object, address, 12);
    assertEquals(77, objects.site(object));
    assertEquals(1, objects.liveOnHeap());
    assertFalse(memory.isInitialized(position, 1));
    memory.write(position, 4, 9);
    assertTrue(memory.isInitialized(position, 4));
    assertEquals(0b11110000, memory.missing(position, 8));

    objects.free(object);
    assertTrue(objects.isFreed(object) && !objects.isLive(object));
    assertEquals(position, objects.locate(object, address, 12), "freed objects can be found");
    assertEquals(0, objects.liveOnHeap());
    objects.unfree(object);
    assertEquals(1, objects.liveOnHeap());
    assertEquals(9, memory.read(position, 4));

    objects.unbirth(object);
    assertEquals(0, objects.liveOnHeap());
    assertEquals(failure(FailureKind.INVALID_ACCESS), objects.locate(object, address, 1));
  }

  /** Another execution may make something smaller or larger of it, and finds nothing in there. */
  @Test
  void anObjectBornAgainIsNew() {
    int object = objects.dynamicObject(0, 0);
    objects.birth(object, 8, false, true, 1);
    long position = objects.position(object);
    memory.write(position, 8, -1);
    objects.unbirth(object);
    objects.birth(object, 4, true, false, 2);
    assertEquals(position, objects.position(object), "the storage is the same");
    assertEquals(0, memory.read(position, 4));
    assertTrue(memory.isInitialized(position, 4) && !objects.isHeap(object));
    objects.unbirth(object);
    objects.birth(object, 1000, false, true, 3);
    assertNotEquals(position, objects.position(object), "there is no room in the old place");
    assertEquals(1000, objects.size(object));
  }

  @Test
  void copiesOfGlobalsBeginAlike() {
    int copy = objects.dynamicObject(4, 0);
    objects.birthCopy(copy, 0);
    assertEquals(5, objects.size(copy));
    assertEquals(0x0504030201L, memory.read(objects.position(copy), 5));
    assertFalse(objects.isConstant(copy));
    memory.write(objects.position(copy), 1, 7);
    assertEquals(1, memory.read(objects.position(0), 1), "the global stays as it is");
  }

  /** Words that hold bytes, against bytes. */
  @Test
  void memoryAgreesWithAnArrayOfBytes() {
    Random random = new Random(1);
    int size = 40;
    int object = objects.dynamicObject(5, 0);
    objects.birth(object, size, false, true, 0);
    long begin = objects.position(object);
    byte[] expected = new byte[size];
    boolean[] initialized = new boolean[size];
    for (int step = 0; step < 20_000; step++) {
      int bytes = 1 + random.nextInt(8);
      int at = random.nextInt(size - bytes + 1);
      long value = random.nextLong();
      switch (random.nextInt(3)) {
        case 0 -> {
          memory.write(begin + at, bytes, value);
          for (int i = 0; i < bytes; i++) {
            expected[at + i] = (byte) (value >>> (8 * i));
            initialized[at + i] = true;
          }
        }
        case 1 -> {
          int missing = random.nextInt(1 << bytes);
          memory.forget(begin + at, missing);
          for (int i = 0; i < bytes; i++) {
            initialized[at + i] &= (missing >>> i & 1) == 0;
          }
        }
        default -> {
          int missing = 0;
          long content = 0;
          for (int i = bytes - 1; i >= 0; i--) {
            missing |= initialized[at + i] ? 0 : 1 << i;
            content = content << 8 | (expected[at + i] & 0xff);
          }
          assertEquals(content, memory.read(begin + at, bytes));
          assertEquals(missing, memory.missing(begin + at, bytes));
          assertEquals(missing == 0, memory.isInitialized(begin + at, bytes));
        }
      }
    }
  }
}
