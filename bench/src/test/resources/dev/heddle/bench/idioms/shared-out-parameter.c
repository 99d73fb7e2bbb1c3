// heddle: model=rc11 verdict=safe
// An attempt writes to its out-parameter, which is no local variable, before it knows whether it succeeds:
// the next attempt overwrites that, and nobody else looks there.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>

struct job {
  int number;
};

struct worker {
  struct job *current;
  int done;
};

static struct job jobs[2] = {{1}, {2}};
static _Atomic(struct job *) waiting[2];
static atomic_int taken;
static struct job *last;

static bool try_take(int slot, struct job **job) {
  if (atomic_load(&taken) > 1) {
    return false;
  }
  *job = atomic_load(&waiting[slot]);
  if (*job == NULL) {
    return false;
  }
  return atomic_compare_exchange_strong(&waiting[slot], job, NULL);
}

static void *work(void *argument) {
  struct worker *worker = argument;
  while (!try_take(0, &worker->current)) {
  }
  worker->done += worker->current->number;
  while (!try_take(1, &last)) {
  }
  worker->done += last->number;
  return NULL;
}

static void *provide(void *argument) {
  atomic_store(&waiting[0], &jobs[0]);
  atomic_store(&waiting[1], &jobs[1]);
  return argument;
}

int main(void) {
  struct worker *worker = calloc(1, sizeof *worker);
  pthread_t threads[2];
  pthread_create(&threads[0], NULL, work, worker);
  pthread_create(&threads[1], NULL, provide, NULL);
  pthread_join(threads[0], NULL);
  pthread_join(threads[1], NULL);
  assert(worker->done == 3);
  free(worker);
  return 0;
}
