package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.CppName;
import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bytedeco.llvm.LLVM.LLVMModuleRef;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/**
 * Makes a program of a module: of {@code main} and of all that it refers to, directly or not. What
 * nothing refers to is not looked at, so that it may be anything.
 */
final class ModuleReader implements Symbols {
  private final LLVMModuleRef module;
  private final String name;
  private final DebugLocations locations;
  private final RuntimeLibrary runtime;
  private final Environment environment;
  private final Set<String> bounds = new LinkedHashSet<>();
  private final Assumptions assumptions;
  private final Layout layout;
  private final ConstantTranslator constants;
  private final GlobalTranslator globalTranslator;
  private final DebugTypes types;

  private final Map<Long, Integer> functionPositions = new HashMap<>();
  private final Map<Long, Integer> globalPositions = new HashMap<>();
  private final Map<String, Integer> textPositions = new HashMap<>();
  private final Map<String, Integer> typeNumbers = new HashMap<>();

  /** Null where the translation is still to come. */
  private final List<Function> functions = new ArrayList<>();

  /** Null where the translation is still to come. */
  private final List<Global> globals = new ArrayList<>();

  /** The variables that globals come from, by position. */
  private final Map<Integer, LLVMValueRef> variables = new HashMap<>();

  /** The function that registers another one to be called at the end, if there is any; or -1. */
  private int atExit = -1;

  private final Deque<LLVMValueRef> pending = new ArrayDeque<>();

  ModuleReader(
      LLVMModuleRef module,
      String name,
      Layout layout,
      DebugLocations locations,
      RuntimeLibrary runtime,
      Environment environment) {
    this.runtime = runtime;
    this.environment = environment;
    this.assumptions = new Assumptions(environment);
    this.module = module;
    this.name = name;
    this.locations = locations;
    this.layout = layout;
    this.types = new DebugTypes(module);
    this.constants = new ConstantTranslator(layout, this);
    this.globalTranslator = new GlobalTranslator(layout, constants, locations, types);
  }

  Program read() {
    LLVMValueRef main = LLVMGetNamedFunction(module, "main");
    if (main == null || LLVMIsDeclaration(main) != 0) {
      throw new UnsupportedException(
          "there is no function 'main'; a program to check begins there");
    }
    InlineAssembly.requireNone(module);
    requireUsualParameters(main);
    int entry = function(main);
    List<Integer> constructors = listed("llvm.global_ctors");
    List<Integer> destructors = listed("llvm.global_dtors");
    int threadStart = hasWorkAtThreadEnd() ? runtimeFunction("__heddle_start_thread") : -1;
    atExit = destructors.isEmpty() ? -1 : runtimeFunction("atexit");
    boolean isCalled = LLVMGetFirstUse(main) != null;
    int programEnd = hasWorkAtProgramEnd() ? runtimeFunction("__heddle_end_program") : -1;
    // Functions refer to globals and globals to functions.
    for (int done = 0; done < globals.size() || !pending.isEmpty(); ) {
      if (pending.isEmpty()) {
        translated(done++);
      } else {
        LLVMValueRef function = pending.remove();
        functions.set(functionPositions.get(function.address()), translated(function));
      }
    }
    if (functions.get(entry).parameters() > 0
        || !constructors.isEmpty()
        || !destructors.isEmpty()
        || isCalled) {
      functions.add(start(constructors, destructors, entry, programEnd));
      entry = functions.size() - 1;
    }
    return new Program(
        name,
        functions,
        globals,
        entry,
        threadStart,
        List.copyOf(bounds),
        List.copyOf(assumptions.made()),
        types.types());
  }

  /** What only the source knows: to LLVM it is a double already. */
  void noteLongDouble() {
    assumptions.noteLongDouble();
  }

  /** A compiler sees to that in C, but not in LLVM's own language. */
  private static void requireUsualParameters(LLVMValueRef main) {
    int parameters = LLVMCountParams(main);
    boolean isUsual = parameters == 0 || parameters == 2 || parameters == 3;
    for (int i = 0; i < parameters; i++) {
      int expected = i == 0 ? LLVMIntegerTypeKind : LLVMPointerTypeKind;
      isUsual &= LLVMGetTypeKind(LLVMTypeOf(LLVMGetParam(main, i))) == expected;
    }
    int result = LLVMGetTypeKind(LLVMGetReturnType(LLVMGlobalGetValueType(main)));
    if (!isUsual || (result != LLVMIntegerTypeKind && result != LLVMVoidTypeKind)) {
      throw new UnsupportedException(
          "'main' is not of a kind that a program can start with;"
              + " it is int main(void) or int main(int, char **)");
    }
  }

  private boolean isLibrary(LLVMValueRef function) {
    return LLVMGetGlobalParent(function).address() != module.address()
        || locations.isLibrary(function);
  }

  // ---- Symbols ------------------------------------------------------------------------------

  @Override
  public int function(LLVMValueRef function) {
    Integer known = functionPositions.get(function.address());
    if (known != null) {
      return known;
    }
    int position;
    if (LLVMIsDeclaration(function) == 0) {
      functions.add(null);
      position = functions.size() - 1;
      pending.add(function);
    } else {
      position = libraryFunction(function);
    }
    functionPositions.put(function.address(), position);
    return position;
  }

  private int libraryFunction(LLVMValueRef declaration) {
    Function thunk = LibraryThunk.of(declaration, layout, this);
    if (thunk != null) {
      functions.add(thunk);
      return functions.size() - 1;
    }
    LLVMValueRef definition = definition(declaration);
    if (definition == null) {
      functions.add(unsupported(declaration, Calls.notModelled(NativeText.nameOf(declaration))));
      return functions.size() - 1;
    }
    return function(definition);
  }

  /** A function that must not be called. */
  private Function unsupported(LLVMValueRef function, String message) {
    FunctionBuilder builder =
        new FunctionBuilder(
            CppName.of(NativeText.nameOf(function)), LLVMCountParams(function), true);
    builder.continueAt(builder.newBlock("entry"));
    builder.at(locations.of(function));
    builder.emitUnsupported(message);
    return builder.build();
  }

  @Override
  public void noteWeakExchange() {
    assumptions.noteWeakExchange();
  }

  @Override
  public LLVMValueRef definition(LLVMValueRef declaration) {
    assumptions.note(NativeText.nameOf(declaration));
    return runtime.function(NativeText.nameOf(declaration));
  }

  @Override
  public LLVMValueRef runtimeDefinition(String function) {
    assumptions.note(function);
    return runtime.function(function);
  }

  @Override
  public int runtimeFunction(String function) {
    return function(runtimeDefinition(function));
  }

  @Override
  public boolean uses(String function) {
    return LLVMGetNamedFunction(module, function) != null;
  }

  @Override
  public Environment environment() {
    return environment;
  }

  @Override
  public void bound(String description) {
    bounds.add(description);
  }

  @Override
  public int global(LLVMValueRef global) {
    Integer known = globalPositions.get(global.address());
    if (known != null) {
      return known;
    }
    if (LLVMGetInitializer(global) == null) {
      int given = given(NativeText.nameOf(global));
      if (given >= 0) {
        globalPositions.put(global.address(), given);
        return given;
      }
      LLVMValueRef definition = runtime.variable(NativeText.nameOf(global));
      if (definition != null) {
        int position = global(definition);
        globalPositions.put(global.address(), position);
        return position;
      }
      throw new UnsupportedException(
          "the variable '"
              + CppName.of(NativeText.nameOf(global))
              + "' is declared but not defined; define it in the program");
    }
    // The initialiser may refer to the variable itself or to a long chain of others, so that it
    // is translated later.
    int position = globals.size();
    globalPositions.put(global.address(), position);
    variables.put(position, global);
    globals.add(null);
    return position;
  }

  /** The variables of the runtime library that only the environment knows; -1 for others. */
  private int given(String variable) {
    byte[] input =
        environment.input() == null
            ? new byte[0]
            : environment.input().getBytes(StandardCharsets.ISO_8859_1);
    return switch (variable) {
      case "__heddle_stdin" ->
          add(variable, Arrays.copyOf(input, input.length + 1), List.of(), true);
      case "__heddle_stdin_size" -> {
        byte[] size =
            ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(input.length).array();
        yield add(variable, size, List.of(), true);
      }
      default -> -1;
    };
  }

  private Function translated(LLVMValueRef function) {
    try {
      return new FunctionTranslator(
              function, layout, constants, this, locations, types, isLibrary(function))
          .translate();
    } catch (UnsupportedException e) {
      return unsupported(function, e.getMessage());
    }
  }

  private Global translated(int position) {
    if (globals.get(position) == null) {
      globals.set(position, globalTranslator.translate(variables.get(position)));
    }
    return globals.get(position);
  }

  @Override
  public int text(String text) {
    Integer known = textPositions.get(text);
    if (known == null) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      known = add(".text", Arrays.copyOf(bytes, bytes.length + 1), List.of(), true);
      textPositions.put(text, known);
    }
    return known;
  }

  @Override
  public Value constantContent(Value.GlobalAddress address, int bytes) {
    Global global = translated(address.global());
    boolean isInside = address.offset() >= 0 && address.offset() + bytes <= global.bytes().length;
    if (!isInside || !global.constant() || global.threadLocal()) {
      return null;
    }
    int at = (int) address.offset();
    for (Global.Relocation relocation : global.relocations()) {
      if (relocation.offset() == at && bytes == 8) {
        return relocation.target();
      }
      if (relocation.offset() < at + bytes && at < relocation.offset() + 8) {
        return null;
      }
    }
    long content = 0;
    for (int i = bytes - 1; i >= 0; i--) {
      content = content << 8 | (global.bytes()[at + i] & 0xff);
    }
    return Value.of(content);
  }

  @Override
  public int constant(String symbol, byte[] bytes, List<Global.Relocation> relocations) {
    return add(symbol, bytes, relocations, true);
  }

  @Override
  public int typeNumber(LLVMValueRef type) {
    return typeNumbers.computeIfAbsent(NativeText.nameOf(type), key -> typeNumbers.size() + 1);
  }

  private int add(
      String symbol, byte[] bytes, List<Global.Relocation> relocations, boolean constant) {
    globals.add(new Global(symbol, bytes, 8, relocations, constant, false, Location.NONE));
    return globals.size() - 1;
  }

  // ---- Start --------------------------------------------------------------------------------

  @Override
  public boolean hasWorkAtProgramEnd() {
    return uses("atexit")
        || uses("__cxa_atexit")
        || LLVMGetNamedGlobal(module, "llvm.global_dtors") != null;
  }

  /** The functions that run before or after {@code main}, in the order of their priorities. */
  private List<Integer> listed(String name) {
    LLVMValueRef list = LLVMGetNamedGlobal(module, name);
    if (list == null) {
      return List.of();
    }
    LLVMValueRef entries = LLVMGetInitializer(list);
    SortedMap<Long, List<Integer>> byPriority = new TreeMap<>();
    for (int i = 0; i < LLVMGetArrayLength2(LLVMTypeOf(entries)); i++) {
      LLVMValueRef entry = LLVMGetAggregateElement(entries, i);
      long priority = LLVMConstIntGetZExtValue(LLVMGetAggregateElement(entry, 0));
      List<Integer> same = byPriority.computeIfAbsent(priority, key -> new ArrayList<>());
      same.add(function(LLVMGetAggregateElement(entry, 1)));
    }
    List<Integer> ordered = new ArrayList<>();
    byPriority.values().forEach(ordered::addAll);
    return ordered;
  }

  /**
   * What calls {@code main}. The program's name is the first argument; the environment has the
   * others.
   *
   * @param destructors the functions to call at the very end, in reverse
   * @param programEnd the function to call at the end, or -1
   */
  private Function start(
      List<Integer> constructors, List<Integer> destructors, int main, int programEnd) {
    int parameters = functions.get(main).parameters();
    List<Value> arguments = new ArrayList<>();
    if (parameters > 0) {
      List<String> texts = new ArrayList<>(environment.arguments());
      texts.add(0, name);
      List<Global.Relocation> relocations = new ArrayList<>();
      for (int i = 0; i < texts.size(); i++) {
        byte[] bytes = texts.get(i).getBytes(StandardCharsets.UTF_8);
        int text = add("argv[" + i + "]", Arrays.copyOf(bytes, bytes.length + 1), List.of(), false);
        relocations.add(new Global.Relocation(8 * i, new Value.GlobalAddress(text, 0)));
      }
      int end = 8 * texts.size();
      int vector = add("argv", new byte[end + 8], relocations, false);
      arguments.add(Value.of(texts.size()));
      arguments.add(new Value.GlobalAddress(vector, 0));
      while (arguments.size() < parameters) {
        arguments.add(new Value.GlobalAddress(vector, end));
      }
    }
    FunctionBuilder builder = new FunctionBuilder("_start", 0, true);
    builder.continueAt(builder.newBlock("entry"));
    for (int destructor : destructors) {
      builder.call(atExit, new Value.FunctionAddress(destructor));
    }
    for (int constructor : constructors) {
      builder.call(constructor);
    }
    Register status = builder.call(main, arguments.subList(0, parameters).toArray(new Value[0]));
    if (programEnd >= 0) {
      builder.call(programEnd);
    }
    builder.emit(new Instruction.ProgramEnd(status, Location.NONE));
    builder.end(new Terminator.Unreachable(Location.NONE));
    return builder.build();
  }
}
