package dev.heddle.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.heddle.program.Types.Place;
import java.util.List;
import org.junit.jupiter.api.Test;

class TypesTest {
  private static final int INT = 0;
  private static final int CHAR = 1;
  private static final int POINTER_TO_NODE = 2;
  private static final int NODE = 3;
  private static final int NODES = 4;
  private static final int MUTEX = 5;
  private static final int QUEUE = 6;
  private static final int UNION = 7;
  private static final int NAME = 8;
  private static final int LONG = 9;
  private static final int MATRIX = 10;
  private static final int ROW = 11;
  private static final int FLAGS = 12;
  private static final int OPEN = 13;
  private static final int TEXT = 14;

  private static final Types TYPES =
      new Types(
          List.of(
              new Type.Basic("int", 4, Type.Form.SIGNED),
              new Type.Basic("char", 1, Type.Form.CHARACTER),
              new Type.Pointer(NODE),
              new Type.Struct(
                  "node",
                  24,
                  List.of(
                      new Type.Member("value", 0, 4, INT),
                      new Type.Member("next", 8, 8, POINTER_TO_NODE),
                      new Type.Member("", 16, 8, UNION))),
              new Type.Array(NODE, 4),
              new Type.Struct("mutex", 8, List.of(new Type.Member("__state", 0, 8, LONG))),
              new Type.Struct(
                  "queue",
                  120,
                  List.of(
                      new Type.Member("lock", 0, 8, MUTEX),
                      new Type.Member("nodes", 8, 96, NODES),
                      new Type.Member("name", 104, 8, NAME))),
              new Type.Struct(
                  "",
                  8,
                  List.of(
                      new Type.Member("small", 0, 4, INT), new Type.Member("large", 0, 8, LONG))),
              new Type.Array(CHAR, 8),
              new Type.Basic("long", 8, Type.Form.SIGNED),
              new Type.Array(ROW, 2),
              new Type.Array(INT, 3),
              new Type.Struct(
                  "flags",
                  4,
                  List.of(new Type.Member("a", 0, 1, INT), new Type.Member("b", 0, 1, INT))),
              new Type.Struct(
                  "open",
                  8,
                  List.of(
                      new Type.Member("length", 0, 8, LONG), new Type.Member("text", 8, 0, TEXT))),
              new Type.Array(CHAR, 0)));

  private static void assertPlace(String path, int type, int of, long offset, int bytes) {
    Place place = TYPES.place(of, offset, bytes);
    assertEquals(path, place.path());
    assertEquals(type, place.type());
  }

  @Test
  void membersAndElements() {
    assertPlace(".nodes[2].next", POINTER_TO_NODE, QUEUE, 8 + 2 * 24 + 8, 8);
    assertPlace(".name[3]", CHAR, QUEUE, 107, 1);
    assertPlace("[1][2]", INT, MATRIX, 20, 4);
    assertPlace("", INT, INT, 0, 4);
  }

  @Test
  void anonymousMembersAddNothingAndUnionsGoBySize() {
    assertPlace(".small", INT, NODE, 16, 4);
    assertPlace(".large", LONG, NODE, 16, 8);
  }

  @Test
  void accessesThatAreNotOneThingHaveNoType() {
    assertPlace(".name[0..3]", Types.UNKNOWN, QUEUE, 104, 4);
    assertPlace(".value+2", Types.UNKNOWN, NODE, 2, 1);
    assertPlace("", Types.UNKNOWN, Types.UNKNOWN, 0, 4);
    assertPlace("+4", Types.UNKNOWN, Types.UNKNOWN, 4, 4);
    assertPlace(".{a|b}", Types.UNKNOWN, FLAGS, 0, 1);
  }

  @Test
  void placesOutsideAnArrayKeepTheirIndex() {
    assertPlace("[4].value", INT, NODES, 96, 4);
    assertPlace(".text[5]", CHAR, OPEN, 13, 1);
    assertPlace("+30", Types.UNKNOWN, NODE, 30, 1);
  }

  @Test
  void insideOfALibraryTypeIsTheWhole() {
    assertEquals(new Place(".lock", Types.UNKNOWN, true), TYPES.place(QUEUE, 0, 8));
  }

  @Test
  void pointersStopAtWhatTheyPointTo() {
    assertEquals("", TYPES.pathTo(QUEUE, 0, 120));
    assertEquals(".lock", TYPES.pathTo(QUEUE, 0, 8));
    assertEquals(".nodes[1]", TYPES.pathTo(QUEUE, 32, 24));
    assertEquals(".nodes[1].value", TYPES.pathTo(QUEUE, 32, 4));
    assertEquals(".nodes", TYPES.pathTo(QUEUE, 8, 0));
    assertEquals("[0]", TYPES.pathTo(NODES, 0, 24));
  }

  @Test
  void anAtomicObjectIsWhatItHolds() {
    Types types =
        new Types(
            List.of(
                new Type.Basic("int", 4, Type.Form.SIGNED),
                new Type.Struct("__atomic_base<int>", 4, List.of(new Type.Member("_M_i", 0, 4, 0))),
                new Type.Struct("atomic<int>", 4, List.of(new Type.Member("", 0, 4, 1))),
                new Type.Struct("node", 8, List.of(new Type.Member("count", 4, 4, 2)))));
    assertEquals(new Place(".count", 0), types.place(3, 4, 4));
  }
}
