package dev.heddle.frontend.litmus;

import dev.heddle.frontend.litmus.grammar.LitmusParser;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import org.antlr.v4.runtime.BailErrorStrategy;
import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Parser;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.Vocabulary;
import org.antlr.v4.runtime.misc.ParseCancellationException;

/**
 * Ends reading at the first mistake, and says what could have stood there. ANTLR knows that only
 * where a single word decides; so every word is put there in turn, and those with which the test
 * could go on are named.
 */
final class SyntaxMistake extends BaseErrorListener {
  /** So many words in front of a mistake are read once more for each word that may be meant. */
  private static final int LONGEST = 5000;

  /** What a word at the start of something stands for, by one that stands for nothing else. */
  private static final Map<String, Construct> CONSTRUCTS = new LinkedHashMap<>();

  /**
   * @param words those with which it can begin
   */
  private record Construct(String name, Set<String> words) {}

  static {
    construct("'if'", "a statement", "'{'", "';'", "'if'", "'while'", "'do'", "'for'", "TYPE");
    construct(
        "'&&'",
        "an operator",
        "'*'",
        "'['",
        "'++'",
        "'--'",
        "'/'",
        "'%'",
        "'+'",
        "'-'",
        "'<<'",
        "'>>'",
        "'<'",
        "'<='",
        "'>'",
        "'>='",
        "'=='",
        "'!='",
        "'&'",
        "'^'",
        "'|'",
        "'&&'",
        "'||'",
        "'='",
        "'+='",
        "'-='",
        "'^='",
        "'&='",
        "'|='");
    construct(
        "'!'", "an expression", "'('", "'&'", "'*'", "'-'", "'+'", "'!'", "'~'", "ID", "NUMBER");
    construct("'#'", "an operand", "'#'", "'$'", "'('", "'-'", "'['", "ID", "NUMBER", "TYPE");
    construct("'forall'", "a final condition", "'exists'", "'forall'", "'final'", "'~'", "'not'");
    construct(
        "'true'",
        "a proposition",
        "'not'",
        "'~'",
        "'('",
        "'true'",
        "'false'",
        "'['",
        "'*'",
        "ID",
        "NUMBER");
  }

  private static void construct(String mark, String name, String... words) {
    CONSTRUCTS.put(mark, new Construct(name, Set.of(words)));
  }

  private final Function<LitmusParser, ?> rule;

  /**
   * @param rule reads a test
   */
  SyntaxMistake(Function<LitmusParser, ?> rule) {
    this.rule = rule;
  }

  @Override
  public void syntaxError(
      Recognizer<?, ?> recognizer,
      Object symbol,
      int line,
      int column,
      String message,
      RecognitionException e) {
    Token found = (Token) symbol;
    String word = found.getType() == Token.EOF ? "the end" : "'" + found.getText() + "'";
    List<String> expected = names(expected((Parser) recognizer, found.getTokenIndex()));
    throw new LitmusException.At(
        found,
        expected.isEmpty()
            ? word + " cannot stand here"
            : "expected " + alternatives(expected) + " but found " + word);
  }

  private Set<Integer> expected(Parser parser, int index) {
    Set<Integer> expected = new TreeSet<>();
    if (index > LONGEST) {
      return expected;
    }
    CommonTokenStream tokens = (CommonTokenStream) parser.getTokenStream();
    List<Token> before = index == 0 ? List.of() : tokens.getTokens(0, index - 1);
    for (int type = 1; type <= parser.getVocabulary().getMaxTokenType(); type++) {
      if (type != LitmusParser.OTHER && canStand(type, before)) {
        expected.add(type);
      }
    }
    if (canStand(Token.EOF, before)) {
      expected.add(Token.EOF);
    }
    return expected;
  }

  /** Whether reading gets past a word of this type. */
  private boolean canStand(int type, List<Token> before) {
    List<Token> tokens = new ArrayList<>(before);
    tokens.add(new CommonToken(type, "?"));
    LitmusParser parser = new LitmusParser(new CommonTokenStream(new ListTokenSource(tokens)));
    parser.removeErrorListeners();
    parser.setErrorHandler(new BailErrorStrategy());
    try {
      return rule.apply(parser) != null;
    } catch (ParseCancellationException e) {
      Token problem = ((RecognitionException) e.getCause()).getOffendingToken();
      return problem.getTokenIndex() > before.size();
    }
  }

  /** Words for people: constructs instead of all the words with which they can begin. */
  private static List<String> names(Set<Integer> types) {
    Vocabulary vocabulary = LitmusParser.VOCABULARY;
    Set<String> words = new TreeSet<>();
    types.forEach(
        type ->
            words.add(
                vocabulary.getLiteralName(type) == null
                    ? vocabulary.getSymbolicName(type)
                    : vocabulary.getLiteralName(type)));
    List<String> names = new ArrayList<>();
    Set<String> named = new TreeSet<>();
    CONSTRUCTS.forEach(
        (mark, construct) -> {
          if (words.contains(mark)) {
            names.add(construct.name());
            named.addAll(construct.words());
          }
        });
    words.removeAll(named);
    for (String word : words) {
      names.add(
          switch (word) {
            case "ID" -> "a name";
            case "NUMBER" -> "a number";
            case "TYPE" -> "a type";
            case "EOF" -> "the end";
            default -> word;
          });
    }
    return names;
  }

  private static String alternatives(List<String> names) {
    int last = names.size() - 1;
    return last == 0
        ? names.get(0)
        : String.join(", ", names.subList(0, last)) + " or " + names.get(last);
  }
}
