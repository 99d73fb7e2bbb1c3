// heddle: model=sc -DASSUME verdict=safe optimal=1+312
//
// N threads sort 2N numbers with a sorting network and take turns in its comparators. Each number
// has a generation, which says how many comparators it has passed; whoever is to compare two numbers
// waits for the right generation of both. However the threads run, they do the same.
//
// Origin: Batcher: Sorting Networks and Their Applications (AFIPS 1968), odd-even mergesort, as in
// the evaluation of Jonsson, Lång, Sagonas: Awaiting for Godot (FMCAD 2022).

#include <stdatomic.h>

#ifndef N
#define N 4
#endif

#include "threads.h"
#include "wait.h"

#define NUMBERS (2 * N)

static int numbers[NUMBERS];
static atomic_int generations[NUMBERS];

static void sort_two(int low, int high) {
  int first = numbers[low];
  int second = numbers[high];
  if (first > second) {
    numbers[low] = second;
    numbers[high] = first;
  }
}

static void compare(int low, int high, int low_generation, int high_generation) {
  WAIT_UNTIL(atomic_load(&generations[low]) == low_generation);
  WAIT_UNTIL(atomic_load(&generations[high]) == high_generation);
  sort_two(low, high);
  atomic_store(&generations[low], low_generation + 1);
  atomic_store(&generations[high], high_generation + 1);
}

// Goes through the whole network and leaves to other threads what is not its own.
static void run(int thread) {
  int passed[NUMBERS] = {0};
  int comparators = 0;
  for (int sorted = 1; sorted < NUMBERS; sorted *= 2) {
    for (int distance = sorted; distance >= 1; distance /= 2) {
      for (int start = distance % sorted; start + distance < NUMBERS; start += 2 * distance) {
        for (int low = start; low < start + distance && low + distance < NUMBERS; low++) {
          int high = low + distance;
          if (low / (2 * sorted) != high / (2 * sorted)) {
            continue;
          }
          if (comparators++ % N == thread) {
            compare(low, high, passed[low], passed[high]);
          }
          passed[low]++;
          passed[high]++;
        }
      }
    }
  }
}

int main(void) {
  for (int i = 0; i < NUMBERS; i++) {
    numbers[i] = NUMBERS - i;
  }
  start_threads();
  return 0;
}
