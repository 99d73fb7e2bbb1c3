package dev.heddle.frontend.litmus;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the messages about mistakes in tests say. */
class MistakesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '#',
      value = {
        "MIPS t ~ { } ~ P0 ; # t.litmus:1:1: expected C, PPC, X86, X86_64, AArch64 or RISCV at the"
            + " start of the test but found 'MIPS'",
        "PPC ~ { } # t.litmus:1:4: expected the name of the test",
        "PPC t ~ P0 ; # t.litmus:1:6: expected '{' and the initial state after the first lines",
        "PPC t ~{ } ~ P0 ; ~ frob r1 ; # t.litmus:4:2: instruction 'FROB' is not supported",
        "PPC t ~{ } ~ P0 ; ~ lwz r1,r2 ; # t.litmus:4:9: LWZ: expected an address in brackets but"
            + " found 'r2'",
        "PPC t ~{ } ~ P0 ; ~ b L0 ; # t.litmus:4:2: there is no label 'L0' in this thread",
        "PPC t ~{ } ~ P0 ; ~ li r1 ; # t.litmus:4:5: LI: expected a number but found no more"
            + " operands",
        "PPC t ~{ 3:r1=x; } ~ P0 ; # t.litmus:2:3: there is no thread 3; the test has 1",
        "PPC t ~{ } ~ P0 ; ~ sync ; ~exists (q=1) # t.litmus:5:9: there is no location 'q' in this"
            + " test",
        "PPC t ~{ } ~ P0 ; ~ sync | sync ; # t.litmus:4:9: more columns here than threads; there"
            + " are 1",
        "X86 t ~{ } ~ P0 ; ~ MOV EAX ; # t.litmus:4:2: MOV does not take 1 operands here",
        "AArch64 t ~{ } ~ P0 ; ~ DMB FOO ; # t.litmus:4:6: DMB: expected SY, LD, ST or one of them"
            + " with ISH, OSH or NSH but found 'FOO'",
        "X86 t ~{ } ~ P1 | P0 ; # t.litmus:3:2: expected thread P0 but found 'P1'",
        "X86_64 t ~{ } ~ P0 ; ~ MOV AX,[x] ; # t.litmus:4:6: MOV: expected a register of 32 or 64"
            + " bits but found 'AX'",
        "PPC t ~{ x=1; [x]=2; } ~ P0 ; # t.litmus:2:12: a second initial value, other than the"
            + " first, for one place",
        "AArch64 t ~{ 0:X1=x; 0:W1=y; } ~ P0 ; # t.litmus:2:16: a second initial value, other than"
            + " the first, for one place",
        "C t ~{ } ~P0(int* x) { *x = 1; } ~P0(int* x) { *x = 2; } # t.litmus:4:1: expected thread"
            + " P1 but found 'P0'",
        "C t ~{ } ~P0(int* x) { foo(x); } # t.litmus:3:14: function 'foo' is not supported",
        "C t ~{ } ~P0(int* x) { r = s; } # t.litmus:3:18: 's' is not declared here",
        "C t ~{ } ~P0(int* x) { *x = 1; } ~exists (0:r1=1) # t.litmus:4:9: there is no register 'r1'"
            + " in thread 0",
        "PPC t ~{ x=99999999999999999999; } ~ P0 ; # t.litmus:2:5: '99999999999999999999' does not"
            + " fit into 64 bits",
        "PPC t ~{ } ~ P0 ; ~ lwz r1,0(r2 ; # t.litmus:4:14: expected ')' but found ';'",
        "PPC t ~{ } ~ P0 ; ~ sync ~exists (x=1) # t.litmus:5:1: expected an operand, ':', ';' or '|'"
            + " but found 'exists'",
        "PPC t ~{ } ~ P0 ; ~exists (x=1 /\\ ) # t.litmus:4:16: expected a proposition but found ')'",
        "PPC t ~{ } ~ P0 ; ~exists (x 1) # t.litmus:4:11: expected '!=', ':', '<>', '=', '==', '@', '[' or a"
            + " type but found '1'",
        "X86 t ~{ x=@; } ~ P0 ; # t.litmus:2:5: expected '&', '-', '[', '{', a name or a number but"
            + " found '@'",
        "X86 t ~{ } # t.litmus:2:4: expected ';' or a name but found the end",
        "C t ~{ } ~P0(int* x) { int r = *x } # t.litmus:3:25: expected an operator, '(', ',' or ';' but"
            + " found '}'",
        "C t ~{ } ~P0(int* x) { int r = 1 + ; } # t.litmus:3:26: expected an expression but found ';'",
        "C t ~{ } ~P0(int* x) { *x = 1; # t.litmus:3:21: expected a statement, an expression or '}'"
            + " but found the end",
      })
  void mistakesAreNamedWithTheirPlace(String text, String message) {
    String test = text.strip().replaceAll(" ?~", "\n").replace("\n exists", "\nexists");
    LitmusException e =
        assertThrows(LitmusException.class, () -> LitmusReader.read("t.litmus", test));
    assertEquals(message.strip(), e.getMessage());
  }
}
