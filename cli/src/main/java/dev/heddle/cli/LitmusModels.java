package dev.heddle.cli;

import dev.heddle.litmus.Architecture;
import dev.heddle.litmus.LitmusInstruction;
import dev.heddle.litmus.LitmusTest;
import dev.heddle.litmus.LitmusThread;
import dev.heddle.model.cat.CatException;
import dev.heddle.model.cat.CatModel;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.TypeConversionException;

/** The model that judges tests, read once for each architecture. */
final class LitmusModels {
  private static final Set<String> GRACE_PERIODS = Set.of("Sync-rcu", "Sync-srcu");

  private final String wanted;
  private final Map<Architecture, CatModel> known = new EnumMap<>(Architecture.class);

  /**
   * @param wanted a name or a file; null for the model of the architecture
   */
  LitmusModels(String wanted) {
    this.wanted = wanted == null || isFile(wanted) ? wanted : name(wanted);
  }

  private static boolean isFile(String model) {
    return model.endsWith(".cat");
  }

  /** The name of a shipped model, however it is capitalised. */
  private static String name(String wanted) {
    List<String> names = CatModel.names();
    String name = wanted.toLowerCase(Locale.ROOT);
    if (name.equals("arm")) {
      return "armv8";
    }
    return new Choice<>("model", names, any -> any, any -> true).convert(name);
  }

  /** How reports call the model for an architecture; null if that is not known either. */
  String name(Architecture architecture) {
    return wanted == null && architecture != null ? architecture.model() : wanted;
  }

  synchronized CatModel of(Architecture architecture) throws CatException {
    CatModel model = known.get(architecture);
    if (model == null) {
      model = read(architecture);
      known.put(architecture, model);
    }
    return model;
  }

  /** The model for a test; one that does not know what the test does cannot judge it. */
  CatModel of(LitmusTest test) throws CatException {
    CatModel model = of(test.architecture());
    for (LitmusThread thread : test.threads()) {
      for (LitmusInstruction instruction : thread.instructions()) {
        if (instruction instanceof LitmusInstruction.Fence fence && isUnknown(fence, model)) {
          throw new TypeConversionException(
              (fence.address() == null ? "synchronize_rcu()" : "synchronize_srcu()")
                  + " is used, which the model "
                  + model.name()
                  + " does not know; give one that does with -m, such as Linux's linux-kernel.cat");
        }
      }
    }
    return model;
  }

  /** Whether it waits for readers of which the model knows nothing. */
  private static boolean isUnknown(LitmusInstruction.Fence fence, CatModel model) {
    return GRACE_PERIODS.stream()
        .anyMatch(name -> fence.tags().contains(name) && !model.mentions(name));
  }

  private CatModel read(Architecture architecture) throws CatException {
    String name = name(architecture);
    if (!isFile(name)) {
      return CatModel.shipped(name, architecture);
    }
    try {
      return CatModel.read(Path.of(name), architecture);
    } catch (InvalidPathException e) {
      throw new TypeConversionException("'" + name + "' is not a file name");
    }
  }
}
