package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusLexer;
import dev.heddle.frontend.litmus.grammar.LitmusParser;
import dev.heddle.frontend.litmus.grammar.LitmusParser.AssemblyTestContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.CTestContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.CellContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.FunctionContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.LabelContext;
import dev.heddle.frontend.litmus.grammar.LitmusParser.RowContext;
import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.litmus.Observed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.DefaultErrorStrategy;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.atn.PredictionMode;
import org.antlr.v4.runtime.misc.ParseCancellationException;
import org.antlr.v4.runtime.tree.TerminalNode;

/** Reads litmus tests. */
public final class LitmusReader {
  private static final int MAX_THREADS = 64;
  private static final int LONGEST = 1 << 20;

  private LitmusReader() {}

  /**
   * @param file how messages call it
   */
  public static LitmusTest read(String file, String text) throws LitmusException {
    if (text.length() > LONGEST) {
      throw new LitmusException(file + ": too long for a litmus test");
    }
    try {
      return read(TestText.of(text));
    } catch (LitmusException.At problem) {
      throw problem.in(file);
    } catch (StackOverflowError e) {
      throw new LitmusException(file + ": expressions are nested too deeply");
    }
  }

  private static LitmusTest read(TestText text) {
    LitmusLexer lexer = new LitmusLexer(CharStreams.fromString(text.body()));
    LitmusParser parser = new LitmusParser(new CommonTokenStream(lexer));
    lexer.removeErrorListeners();
    parser.removeErrorListeners();
    return text.architecture() == Architecture.C
        ? c(text, parsed(parser, LitmusParser::cTest))
        : assembly(text, parsed(parser, LitmusParser::assemblyTest));
  }

  /**
   * Reads with the quick prediction first, which suffices for nearly all tests, and what it cannot
   * read once more with the full one: either that works, or there is a mistake.
   */
  private static <T> T parsed(LitmusParser parser, Function<LitmusParser, T> rule) {
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    parser.setErrorHandler(new BailErrorStrategy());
    try {
      return rule.apply(parser);
    } catch (ParseCancellationException e) {
      parser.reset();
      parser.getInterpreter().setPredictionMode(PredictionMode.LL);
      parser.setErrorHandler(new DefaultErrorStrategy());
      parser.addErrorListener(new SyntaxMistake(rule));
      return rule.apply(parser);
    }
  }

  private static LitmusTest assembly(TestText text, AssemblyTestContext context) {
    TestMemory memory = new TestMemory();
    List<ThreadCode> threads = new ArrayList<>();
    List<AssemblyVisitor> visitors = new ArrayList<>();
    int count = context.threadNames().ID().size();
    requireThreads(context.threadNames().ID(), context);
    for (int i = 0; i < count; i++) {
      ThreadCode code = new ThreadCode();
      threads.add(code);
      visitors.add(visitor(text.architecture(), code, memory));
    }
    UnaryOperator<String> registers = visitors.get(0)::register;
    InitialState.read(context.initialState(), memory, threads, registers, 0);
    for (RowContext row : context.row()) {
      if (row.cell().size() > count) {
        throw new LitmusException.At(
            row.cell(count).getStart(), "more columns here than threads; there are " + count);
      }
      for (int i = 0; i < row.cell().size(); i++) {
        cell(row.cell(i), threads.get(i), visitors.get(i));
      }
    }
    threads.forEach(ThreadCode::placeEnd);
    Question question = new Question(memory, threads, registers, visitors.get(0)::reported, false);
    question.read(context.question());
    for (Observed each : question.observed()) {
      if (each instanceof Observed.FinalRegister register) {
        visitors.get(register.thread()).observe(register.register());
      }
    }
    return test(text, memory, threads, question);
  }

  private static void cell(CellContext cell, ThreadCode code, AssemblyVisitor visitor) {
    for (LabelContext label : cell.label()) {
      code.label(label.ID().getText(), label.getStart());
    }
    if (cell.instruction() != null) {
      visitor.visit(cell.instruction());
    }
  }

  private static AssemblyVisitor visitor(
      Architecture architecture, ThreadCode code, TestMemory memory) {
    return switch (architecture) {
      case PPC -> new PpcVisitor(code, memory);
      case X86 -> new X86Visitor(code, memory);
      case AARCH64 -> new Aarch64Visitor(code, memory);
      case RISCV -> new RiscvVisitor(code, memory);
      case C -> throw new IllegalArgumentException("C is no assembly language");
    };
  }

  private static void requireThreads(List<TerminalNode> names, ParserRuleContext context) {
    if (names.size() > MAX_THREADS) {
      throw new LitmusException.At(context.getStart(), "more than " + MAX_THREADS + " threads");
    }
    for (int i = 0; i < names.size(); i++) {
      Token name = names.get(i).getSymbol();
      if (!name.getText().equals("P" + i)) {
        throw new LitmusException.At(
            name, "expected thread P" + i + " but found '" + name.getText() + "'");
      }
    }
  }

  private static LitmusTest c(TestText text, CTestContext context) {
    TestMemory memory = new TestMemory();
    List<ThreadCode> threads = new ArrayList<>();
    requireThreads(context.function().stream().map(FunctionContext::ID).toList(), context);
    context.function().forEach(function -> threads.add(new ThreadCode()));
    InitialState.read(context.initialState(), memory, threads, name -> name, CVisitor.SIZE);
    for (int i = 0; i < threads.size(); i++) {
      FunctionContext function = context.function(i);
      new CVisitor(threads.get(i), memory).visit(function);
    }
    Question question = new Question(memory, threads, name -> name, name -> name, true);
    question.read(context.question());
    return test(text, memory, threads, question);
  }

  private static LitmusTest test(
      TestText text, TestMemory memory, List<ThreadCode> threads, Question question) {
    List<LitmusThread> finished = new ArrayList<>();
    for (ThreadCode thread : threads) {
      finished.add(thread.finish());
    }
    return new LitmusTest(
        text.name(),
        text.architecture(),
        finished,
        memory.objects(),
        question.observed(),
        question.filter(),
        question.condition());
  }
}
