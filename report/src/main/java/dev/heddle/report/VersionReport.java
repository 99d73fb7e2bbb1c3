package dev.heddle.report;

import java.io.OutputStream;
import java.util.List;

/**
 * What this Heddle is, for scripts.
 *
 * @param version of Heddle
 * @param java the version of the virtual machine
 * @param system its operating system and processor
 * @param llvm the version of the compiler
 * @param models that can be chosen
 * @param algorithms that can be chosen
 */
public record VersionReport(
    String version,
    String java,
    String system,
    String llvm,
    List<String> models,
    List<String> algorithms) {
  /** Writes one JSON object on a line. */
  public void write(OutputStream out) {
    new JsonLines(out)
        .add(
            json -> {
              json.writeStringField("name", "heddle");
              json.writeStringField("version", version);
              json.writeStringField("java", java);
              json.writeStringField("system", system);
              json.writeStringField("llvm", llvm);
              json.writeArrayFieldStart("models");
              for (String model : models) {
                json.writeString(model);
              }
              json.writeEndArray();
              json.writeArrayFieldStart("algorithms");
              for (String algorithm : algorithms) {
                json.writeString(algorithm);
              }
              json.writeEndArray();
            });
  }
}
