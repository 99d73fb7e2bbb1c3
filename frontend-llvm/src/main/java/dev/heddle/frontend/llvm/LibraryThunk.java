package dev.heddle.frontend.llvm;

import static org.bytedeco.llvm.global.LLVM.*;

import dev.heddle.program.CppName;
import dev.heddle.program.Function;
import dev.heddle.program.Register;
import dev.heddle.program.Terminator;
import dev.heddle.program.Value;
import org.bytedeco.llvm.LLVM.LLVMValueRef;

/** A function made of a library function's model, for programs that take its address. */
final class LibraryThunk implements LibraryCall {
  private final FunctionBuilder builder;
  private final int parameters;
  private final Symbols symbols;

  private LibraryThunk(FunctionBuilder builder, int parameters, Symbols symbols) {
    this.builder = builder;
    this.parameters = parameters;
    this.symbols = symbols;
  }

  /** The function that a declaration stands for, or null if it is not in the {@link Library}. */
  static Function of(LLVMValueRef declaration, Layout layout, Symbols symbols) {
    String name = NativeText.nameOf(declaration);
    int parameters = CallingConvention.of(declaration, layout).parameters();
    FunctionBuilder builder = new FunctionBuilder(CppName.of(name), parameters, true);
    builder.continueAt(builder.newBlock("entry"));
    Value result = Library.translate(name, new LibraryThunk(builder, parameters, symbols));
    if (result == null) {
      return null;
    }
    builder.end(new Terminator.Return(result, builder.location()));
    return builder.build();
  }

  @Override
  public FunctionBuilder builder() {
    return builder;
  }

  @Override
  public int arguments() {
    return parameters;
  }

  @Override
  public Value argument(int index) {
    return new Register(index);
  }

  @Override
  public boolean isObject(int index) {
    return false;
  }

  @Override
  public String text(int index) {
    return "";
  }

  @Override
  public Symbols symbols() {
    return symbols;
  }
}
