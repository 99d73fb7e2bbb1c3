package dev.heddle.cli;

import dev.heddle.frontend.llvm.InputException;
import dev.heddle.program.Program;

/** Ends the reading of a program when its time is over: compilers know no limits. */
final class Deadline {
  /** The time was over first. */
  static final class MissedException extends Exception {
    MissedException() {
      super("the time limit is reached");
    }
  }

  /** Reads a program, and gives up when its thread is interrupted. */
  interface Reading {
    Program read() throws InputException;
  }

  private final Thread owner;
  private boolean over;
  private boolean missed;

  private Deadline(Thread owner) {
    this.owner = owner;
  }

  /**
   * Reads a program within a time.
   *
   * @param nanoseconds the time, or 0 for as long as it takes
   */
  static Program keep(long nanoseconds, Reading reading) throws InputException, MissedException {
    if (nanoseconds == 0) {
      return reading.read();
    }
    Deadline deadline = new Deadline(Thread.currentThread());
    Thread watch = new Thread(() -> deadline.watch(nanoseconds), "deadline");
    watch.setDaemon(true);
    watch.start();
    try {
      return reading.read();
    } catch (InputException e) {
      if (deadline.isMissed()) {
        throw new MissedException();
      }
      throw e;
    } finally {
      deadline.end();
    }
  }

  private synchronized void watch(long nanoseconds) {
    long end = System.nanoTime() + nanoseconds;
    try {
      for (long left = nanoseconds; left > 0 && !over; left = end - System.nanoTime()) {
        wait(left / 1_000_000, (int) (left % 1_000_000));
      }
    } catch (InterruptedException e) {
      return; // Nobody waits for this thread any longer.
    }
    if (!over) {
      missed = true;
      owner.interrupt();
    }
  }

  private synchronized boolean isMissed() {
    return missed;
  }

  /** An interruption that came too late to matter must not reach what the thread does next. */
  private synchronized void end() {
    over = true;
    notifyAll();
    if (missed) {
      Thread.interrupted();
    }
  }
}
