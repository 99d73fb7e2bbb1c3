package dev.heddle.frontend.llvm;

import org.junit.jupiter.api.Test;

/** {@code <stdatomic.h>} as programs use it that were written for other compilers. */
class AtomicHeaderTest {
  @Test
  void operationsOnPlainObjects() {
    Checked.twice(
            """
            #include <stdatomic.h>
            #include <stdlib.h>
            struct node { struct node *next; };
            static struct node *volatile top;
            static int count, flags;
            static const atomic_int limit = 7;
            struct pair { short a, b; };
            static _Atomic struct pair pair;
            """,
            """
            struct node *node = malloc(sizeof *node);
            node->next = atomic_load_explicit(&top, memory_order_relaxed);
            while (!atomic_compare_exchange_weak(&top, &node->next, node)) {}
            atomic_fetch_add(&count, 1);
            atomic_fetch_or_explicit(&flags, atomic_load(&limit), memory_order_relaxed);
            """,
            "atomic_init(&count, 1); atomic_store(&pair, (struct pair){1, 2});",
            "assert(count == 3 && flags == 7 && top->next && !top->next->next);")
        .safe();
  }
}
