package dev.heddle.cli;

import dev.heddle.litmus.Architecture;
import dev.heddle.model.MemoryModel;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.TypeConversionException;

/**
 * The memory model of a check.
 *
 * @param known {@link MemoryModel#FILE} if it is a file
 * @param file its name, or null
 */
record ChosenModel(MemoryModel known, String file) {
  static final Converter<ChosenModel> CONVERTER =
      Converter.of(ChosenModel::convert).among(ModelChoice.EXPLORED.availableLabels());

  private static ChosenModel convert(String text) {
    return isFile(text)
        ? new ChosenModel(MemoryModel.FILE, text)
        : new ChosenModel(ModelChoice.EXPLORED.convert(text), null);
  }

  static boolean isFile(String model) {
    return model.endsWith(".cat");
  }

  /** What was written on the command line. */
  @Override
  public String toString() {
    return file == null ? known.toString() : file;
  }

  /**
   * Reads a file for programs in C.
   *
   * @throws TypeConversionException if that is not possible, or if programs cannot be explored with
   *     it
   */
  static CatModel read(String file) {
    try {
      CatModel model = CatModel.read(Path.of(file), Architecture.C);
      String obstacle = model.obstacleToExploration();
      if (obstacle != null) {
        throw new TypeConversionException(
            file + ": programs cannot be explored under this model: " + obstacle);
      }
      return model;
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'" + file + "' is not a file name");
    } catch (CatException e) {
      throw new TypeConversionException(e.getMessage());
    }
  }
}
