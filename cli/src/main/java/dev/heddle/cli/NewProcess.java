package dev.heddle.cli;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How to start the same Heddle again, in a process of its own. */
final class NewProcess {
  private NewProcess() {}

  /** The Java, the options for the virtual machine and the classes of this process. */
  static List<String> command() {
    List<String> command = new ArrayList<>();
    command.add(
        ProcessHandle.current()
            .info()
            .command()
            .orElse(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
    for (String option : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      // A debugger listens to one process only, and the output of the new one is no terminal.
      if (!option.startsWith("-agentlib:") && !option.startsWith("-Dheddle.")) {
        command.add(option);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), Heddle.class.getName()));
    return List.copyOf(command);
  }
}
