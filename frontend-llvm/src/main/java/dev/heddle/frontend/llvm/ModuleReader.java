package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.Function;
import dev.heddle.program.Global;
import dev.heddle.program.Instruction;
import dev.heddle.program.Location;
import dev.heddle.program.Program;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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
  private final Layout layout;
  private final ConstantTranslator constants;
  private final GlobalTranslator globalTranslator;

  private final Map<Long, Integer> functionPositions = new HashMap<>();
  private final Map<Long, Integer> globalPositions = new HashMap<>();
  private final Map<String, Integer> textPositions = new HashMap<>();

  /** Null where the translation is still to come. */
  private final List<Function> functions = new ArrayList<>();

  private final List<Global> globals = new ArrayList<>();
  private final Deque<LLVMValueRef> pending = new ArrayDeque<>();

  ModuleReader(LLVMModuleRef module, String name, DebugLocations locations) {
    this.module = module;
    this.name = name;
    this.locations = locations;
    this.layout = new Layout(module);
    this.constants = new ConstantTranslator(layout, this);
    this.globalTranslator = new GlobalTranslator(layout, constants, locations);
  }

  Program read() {
    LLVMValueRef main = LLVMGetNamedFunction(module, "main");
    if (main == null || LLVMIsDeclaration(main) != 0) {
      throw new UnsupportedException("there is no function 'main'");
    }
    int entry = function(main);
    while (!pending.isEmpty()) {
      LLVMValueRef function = pending.remove();
      int position = functionPositions.get(function.address());
      functions.set(
          position,
          new FunctionTranslator(function, layout, constants, this, locations).translate());
    }
    if (functions.get(entry).parameters() > 0) {
      functions.add(start(entry));
      entry = functions.size() - 1;
    }
    return new Program(name, functions, globals, entry);
  }

  // ---- Symbols ------------------------------------------------------------------------------

  @Override
  public int function(LLVMValueRef function) {
    Integer known = functionPositions.get(function.address());
    if (known != null) {
      return known;
    }
    boolean isLibrary = LLVMIsDeclaration(function) != 0;
    functions.add(isLibrary ? LibraryThunk.of(function, layout, this) : null);
    int position = functions.size() - 1;
    functionPositions.put(function.address(), position);
    if (!isLibrary) {
      pending.add(function);
    }
    return position;
  }

  @Override
  public int global(LLVMValueRef global) {
    Integer known = globalPositions.get(global.address());
    if (known != null) {
      return known;
    }
    // The initialiser may refer to the variable itself, so its position comes first.
    int position = globals.size();
    globalPositions.put(global.address(), position);
    globals.add(null);
    globals.set(position, globalTranslator.translate(global));
    return position;
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

  private int add(
      String symbol, byte[] bytes, List<Global.Relocation> relocations, boolean constant) {
    globals.add(new Global(symbol, bytes, 8, relocations, constant, false, Location.NONE));
    return globals.size() - 1;
  }

  // ---- Start --------------------------------------------------------------------------------

  /** What calls a {@code main} that has parameters: its own name is the only argument. */
  private Function start(int main) {
    Value program = new Value.GlobalAddress(text(name), 0);
    int vector = add("argv", new byte[16], List.of(new Global.Relocation(0, program)), false);
    List<Value> arguments = new ArrayList<>();
    arguments.add(Value.of(1));
    arguments.add(new Value.GlobalAddress(vector, 0));
    int parameters = functions.get(main).parameters();
    while (arguments.size() < parameters) {
      arguments.add(new Value.GlobalAddress(vector, 8));
    }
    FunctionBuilder builder = new FunctionBuilder("_start", 0, true);
    builder.continueAt(builder.newBlock("entry"));
    Register status = builder.newRegister();
    builder.emit(
        new Instruction.Call(
            status,
            new Value.FunctionAddress(main),
            arguments.subList(0, parameters),
            Location.NONE));
    builder.end(new Terminator.Return(status, Location.NONE));
    return builder.build();
  }
}
