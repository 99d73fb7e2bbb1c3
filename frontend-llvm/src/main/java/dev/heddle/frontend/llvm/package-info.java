/**
 * Reads C, LLVM assembly and bitcode. {@link dev.heddle.frontend.llvm.Clang} makes bitcode of the
 * input in a process of its own; {@link dev.heddle.frontend.llvm.ModulePreparation} has LLVM move
 * local variables to registers; {@link dev.heddle.frontend.llvm.ModuleReader} copies what is
 * reachable from {@code main} into a {@link dev.heddle.program.Program}, one {@link
 * dev.heddle.frontend.llvm.FunctionTranslator} a function; {@link dev.heddle.frontend.llvm.Library}
 * says what library functions mean.
 *
 * <p>The code that runs at each start avoids lambdas, records as map keys and resources on the
 * class path, as each of them costs milliseconds before the first program has been read.
 */
package dev.heddle.frontend.llvm;
