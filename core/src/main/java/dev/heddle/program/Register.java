package dev.heddle.program;

/** A register of the current frame. It is assigned by one instruction, phi or parameter. */
public record Register(int index) implements Value {}
