package dev.heddle.machine;

import java.util.Arrays;

/**
 * What a thread does to the rest of the system between two of its visible operations: it starts
 * threads, makes objects, prints. None of it can be observed by others before the thread's next
 * operation, so it happens together with the one before.
 */
final class Effects {
  /** Threads started, and the nodes that they start at. */
  int spawned;

  int[] thread = new int[2];
  ThreadNode[] root = new ThreadNode[2];

  /** Objects made. */
  int born;

  int[] object = new int[2];
  int[] size = new int[2];
  boolean[] zeroed = new boolean[2];

  final StringBuilder printed = new StringBuilder();

  void spawn(int newThread, ThreadNode at) {
    if (spawned == thread.length) {
      thread = Arrays.copyOf(thread, 2 * spawned);
      root = Arrays.copyOf(root, 2 * spawned);
    }
    thread[spawned] = newThread;
    root[spawned++] = at;
  }

  void birth(int newObject, int bytes, boolean zero) {
    if (born == object.length) {
      object = Arrays.copyOf(object, 2 * born);
      size = Arrays.copyOf(size, 2 * born);
      zeroed = Arrays.copyOf(zeroed, 2 * born);
    }
    object[born] = newObject;
    size[born] = bytes;
    zeroed[born++] = zero;
  }
}
