package dev.heddle.frontend.llvm;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.heddle.explore.Limits;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** C++ with Heddle's own headers, as on a machine without any. */
class CppTest {
  private static final String HEADERS =
      """
      #include <algorithm>
      #include <array>
      #include <atomic>
      #include <cassert>
      #include <chrono>
      #include <condition_variable>
      #include <cstdio>
      #include <cstdlib>
      #include <cstring>
      #include <functional>
      #include <memory>
      #include <mutex>
      #include <queue>
      #include <shared_mutex>
      #include <thread>
      #include <vector>
      """;

  private static Checked cpp(String text) {
    return Checked.of(
        "test.cpp", HEADERS + text, Environment.USUAL, Limits.NONE, Clang.OWN_HEADERS);
  }

  private static Checked main(String declarations, String body) {
    return cpp(declarations + "\nint main() {\n" + body + "\n}\n");
  }

  private static Arguments of(String name, String declarations, String body) {
    return Arguments.of(name, declarations, body);
  }

  static Stream<Arguments> correct() {
    return Stream.of(
        of(
            "thread with arguments",
            "void add(int &x, int n) { x += n; }",
            "int x = 1; std::thread t(add, std::ref(x), 2); t.join(); assert(x == 3);"),
        of(
            "thread of a method",
            "struct S { int x = 0; void set(int n) { x = n; } };",
            "S s; std::thread t(&S::set, &s, 5); t.join(); assert(s.x == 5);"),
        of(
            "threads in a vector",
            "std::atomic<int> x{0};",
            """
            std::vector<std::thread> threads;
            for (int i = 1; i <= 2; i++) threads.emplace_back([i] { x += i; });
            for (std::thread &t : threads) t.join();
            assert(x == 3);
            """),
        of(
            "ids and handles",
            "",
            """
            std::thread::id seen, own = std::this_thread::get_id();
            std::thread t([&] { seen = std::this_thread::get_id(); });
            std::thread::id id = t.get_id();
            assert(t.joinable() && id != own);
            std::thread u(std::move(t));
            u.join();
            assert(!u.joinable() && seen == id);
            """),
        of("jthread", "", "int x = 0; { std::jthread t([&] { x = 1; }); } assert(x == 1);"),
        of(
            "detach and sleep",
            "std::atomic<bool> done;",
            """
            using namespace std::chrono_literals;
            std::thread([] { std::this_thread::sleep_for(10ms); done = true; }).detach();
            std::this_thread::yield();
            """),
        of(
            "lock_guard",
            "std::mutex m; int x; void add() { std::lock_guard<std::mutex> guard(m); x++; }",
            "std::thread t(add), u(add); t.join(); u.join(); assert(x == 2);"),
        of(
            "unique_lock",
            "std::mutex m; int x;",
            """
            std::thread t([] { std::unique_lock lock(m, std::try_to_lock); if (lock) x++; });
            {
              std::unique_lock<std::mutex> lock(m, std::defer_lock);
              assert(!lock.owns_lock());
              lock.lock();
              x++;
              lock.unlock();
              lock.lock();
            }
            t.join();
            assert(x == 1 || x == 2);
            """),
        of(
            "recursive_mutex",
            "std::recursive_mutex m;",
            "m.lock(); assert(m.try_lock()); m.unlock(); m.unlock();"),
        of(
            "timed_mutex",
            "std::timed_mutex m; int got;",
            """
            std::thread t([] { if (m.try_lock_for(std::chrono::seconds(1))) { got++; m.unlock(); } });
            m.lock();
            m.unlock();
            t.join();
            """),
        of(
            "shared_mutex",
            "std::shared_mutex m; int x;",
            """
            std::thread t([] { std::shared_lock lock(m); int y = x; assert(y == 0 || y == 2); });
            { std::unique_lock lock(m); x = 1; x = 2; }
            t.join();
            """),
        of(
            "scoped_lock takes two without a deadlock",
            "std::mutex a, b; int x;",
            """
            std::thread t([] { std::scoped_lock both(a, b); x++; });
            { std::scoped_lock both(b, a); x++; }
            t.join();
            assert(x == 2);
            """),
        of(
            "call_once",
            "std::once_flag once; int x;",
            """
            auto run = [] { std::call_once(once, [] { x++; }); assert(x == 1); };
            std::thread t(run);
            run();
            t.join();
            """),
        of(
            "condition_variable",
            "std::mutex m; std::condition_variable ready; std::queue<int> items;",
            """
            std::thread t([] {
              std::unique_lock<std::mutex> lock(m);
              ready.wait(lock, [] { return !items.empty(); });
              assert(items.front() == 7);
              items.pop();
            });
            { std::lock_guard<std::mutex> guard(m); items.push(7); }
            ready.notify_one();
            t.join();
            assert(items.empty());
            """),
        of(
            "wait_for",
            "std::mutex m; std::condition_variable ready; bool set;",
            """
            std::thread t([] { std::lock_guard guard(m); set = true; ready.notify_all(); });
            {
              std::unique_lock lock(m);
              bool in = ready.wait_for(lock, std::chrono::milliseconds(5), [] { return set; });
              assert(in == set);
            }
            t.join();
            """),
        of(
            "atomics of numbers",
            "std::atomic<unsigned char> c{255}; std::atomic<long> n(5);",
            """
            assert(c.fetch_add(1) == 255 && c == 0);
            assert(++n == 6 && n-- == 6 && (n |= 8) == 13 && n.fetch_and(4) == 13 && n.load() == 4);
            long expected = 3;
            assert(!n.compare_exchange_strong(expected, 9) && expected == 4);
            assert(n.compare_exchange_weak(
                expected, 9, std::memory_order_acq_rel, std::memory_order::relaxed));
            assert(n.exchange(1) == 9);
            n = 2;
            assert(std::atomic_load(&n) == 2);
            """),
        of(
            "atomics of pointers, structures and flags",
            "struct P { short x, y; }; std::atomic_flag flag = ATOMIC_FLAG_INIT;",
            """
            int array[3] = {1, 2, 3};
            std::atomic<int *> p{array};
            p++;
            assert(*p == 2 && *p.load() == 2 && p.fetch_sub(1) == array + 1);
            std::atomic<P> pair{P{1, 2}};
            P seen = pair.load();
            assert(seen.y == 2 && pair.compare_exchange_strong(seen, P{3, 4}));
            assert(!flag.test_and_set() && flag.test_and_set());
            flag.clear();
            std::atomic<bool> b{true};
            assert(b);
            std::atomic_thread_fence(std::memory_order_seq_cst);
            """),
        of(
            "static variables are initialised once",
            "std::atomic<int> made; struct S { S() { made++; } int get() { return made; } };"
                + " int get() { static S s; return s.get(); }",
            "std::thread t(get); assert(get() == 1); t.join(); assert(made == 1);"),
        of(
            "constructors and destructors of globals",
            "int x; struct S { S() { x = 1; } ~S() { assert(x == 2); } }; S s;",
            "assert(x == 1); x = 2;"),
        of(
            "thread-local objects",
            "std::atomic<int> ended; struct S { int n = 3; ~S() { ended++; } }; thread_local S s;",
            "std::thread t([] { assert(s.n++ == 3); }); t.join(); assert(ended == 1);"),
        of(
            "virtual functions and new",
            """
            struct Shape { virtual int area() = 0; virtual ~Shape() {} };
            struct Square : Shape { int a; Square(int n) : a(n) {} int area() override { return a * a; } };
            """,
            "Shape *s = new Square(3); assert(s->area() == 9); delete s;"
                + " int *p = new int[4](); assert(p[3] == 0); delete[] p;"),
        of(
            "pointers that own",
            "struct N { int v; ~N() { v = 0; } };",
            """
            auto one = std::make_unique<N>(N{1});
            auto moved = std::move(one);
            assert(!one && moved->v == 1);
            std::shared_ptr<N> all = std::make_shared<N>(N{2});
            std::thread t([all] { assert(all->v == 2); });
            all.reset();
            t.join();
            """),
        of(
            "function, array and algorithms",
            "",
            """
            std::function<int(int)> twice = [](int n) { return 2 * n; };
            auto copy = twice;
            std::array<int, 3> a{3, 1, 2};
            assert(copy(a[0]) == 6 && std::max(a[1], a[2]) == 2 && a.size() == 3);
            std::printf("%d", *std::find(a.begin(), a.end(), 1));
            """));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("correct")
  void isSafe(String name, String declarations, String body) {
    Checked checked = main(declarations, body).safe();
    assertTrue(checked.outcome().warnings().isEmpty(), checked.outcome().warnings()::toString);
  }

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of(
            "assertion",
            "int x; void add() { int y = x; x = y + 1; }",
            "std::thread t(add); add(); t.join();\nassert(x == 2); // !"),
        Arguments.of(
            "deadlock",
            "std::mutex a, b;",
            """
            std::thread t([] { std::lock_guard one(a); std::lock_guard two(b); });
            {
              std::lock_guard one(b);
              std::lock_guard two(a); // !
            }
            t.join();
            """),
        Arguments.of("abort", "", "std::thread t([] {});\nstd::terminate(); // !"),
        Arguments.of("use-after-free", "", "int *p = new int(1);\ndelete p;\nreturn *p; // !"),
        Arguments.of("double-free", "", "int *p = new int(1);\ndelete p;\ndelete p; // !"),
        Arguments.of("unlock-not-held", "std::mutex m;", "m.lock(); m.unlock();\nm.unlock(); // !"),
        Arguments.of("out-of-bounds", "", "std::vector<int> v(2);\nreturn v[4]; // !"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("wrong")
  void fails(String kind, String declarations, String body) {
    main(declarations, body).fails(kind);
  }

  @Test
  void aThreadThatNobodyJoinsTerminates() {
    main("", "{ std::thread t([] {});\n} // !\n").fails("abort").saying("std::terminate()");
  }

  @Test
  void exceptionsNeedNoHeader() {
    main("struct E { int x; };", "try { throw E{3}; } catch (E &e) { assert(e.x == 3); }").safe();
    main("struct E {};", "throw E(); // !").fails("abort").saying("uncaught exception of type E");
  }

  @Test
  void streamsAreRefusedByName() {
    try {
      Checked.of(
          "test.cc",
          "#include <iostream>\nint main() {}",
          Environment.USUAL,
          Limits.NONE,
          Clang.OWN_HEADERS);
      throw new IllegalStateException("it compiles");
    } catch (AssertionError e) {
      assertTrue(
          e.getMessage().contains("Heddle does not read iostream; print with printf"),
          e.getMessage());
    }
  }
}
