package dev.heddle.frontend.llvm;

import dev.heddle.explore.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The headers for machines that have none. */
class OwnHeadersTest {
  private static Checked cpp(String body) {
    String text =
        """
        #include <atomic>
        #include <cassert>
        #include <latch>
        #include <limits>
        #include <map>
        #include <memory>
        #include <optional>
        #include <semaphore>
        #include <stdexcept>
        #include <string>
        #include <thread>
        #include <tuple>
        #include <unordered_map>
        #include <vector>
        struct base { virtual ~base() {} virtual int f() { return 1; } };
        struct derived : base { int f() override { return 2; } };
        int main() {
        """
            + body
            + "\n}\n";
    return Checked.of("test.cpp", text, Environment.USUAL, Limits.NONE, Clang.OWN_HEADERS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        std::map<std::string, int> m{{"b", 2}, {"a", 1}};
        m["c"] = 3;
        assert(m.size() == 3 && m.at("b") == 2 && m.begin()->first == "a" && m.count("z") == 0);
        m.erase("b");
        int sum = 0;
        for (auto &[key, value] : m) sum += value;
        assert(sum == 4 && m.find("b") == m.end());
        """,
        """
        std::map<int, int> m;
        try { m.at(1); assert(false); } catch (const std::out_of_range &e) {
          assert(std::string(e.what()) == "map::at");
        }
        """,
        """
        std::unordered_map<int, std::string> m;
        m[5] = "five";
        assert(m.count(5) == 1 && m[5] + "!" == "five!");
        """,
        """
        std::optional<int> o;
        assert(!o && o.value_or(3) == 3);
        o = 4;
        assert(*o == 4);
        std::optional<std::string> s = std::string("x");
        s = std::nullopt;
        assert(!s.has_value());
        """,
        """
        auto [x, y] = std::make_tuple(1, 2.5);
        int a, b;
        std::tie(a, b) = std::make_tuple(3, 4);
        assert(x == 1 && y == 2.5 && a == 3 && b == 4);
        """,
        """
        std::vector<int> v{3, 1, 2};
        v.push_back(9);
        v.erase(v.begin());
        v.insert(v.begin(), 7);
        assert(v.size() == 4 && v.at(0) == 7 && v.at(3) == 9);
        try { v.at(10); assert(false); } catch (std::exception &e) {}
        """,
        """
        std::string s = "hello";
        s += " world";
        assert(s.substr(6) == "world" && s.find("lo") == 3 && std::to_string(-42) == "-42");
        """,
        """
        assert(std::numeric_limits<int>::max() == 2147483647);
        assert(std::numeric_limits<unsigned char>::max() == 255 && std::numeric_limits<long>::min() < 0);
        """
      })
  void values(String body) {
    cpp(body).safe().executions(1, 0);
  }

  @Test
  void watchersOfWhatThreadsShare() {
    cpp("""
        auto p = std::make_shared<derived>();
        std::weak_ptr<derived> w = p;
        std::thread t([q = std::move(p)] { assert(q->f() == 2); });
        if (auto owner = w.lock()) assert(owner->f() == 2);
        t.join();
        """)
        .safe();
  }

  @Test
  void waiting() {
    cpp("""
        int n = 0;
        std::counting_semaphore<> s(0);
        std::latch l(2);
        std::thread t([&] { std::atomic_ref<int>(n).fetch_add(1); s.release(); l.count_down(); });
        s.acquire();
        std::atomic_ref<int>(n).fetch_add(1);
        l.arrive_and_wait();
        assert(n == 2);
        t.join();
        """)
        .safe();
  }

  @Test
  void filesAndProcessesAreThereAsNames() {
    Checked.of(
            "test.c",
            """
            #include <fcntl.h>
            #include <sys/mman.h>
            #include <sys/stat.h>
            #include <sys/wait.h>
            int main(int count, char **arguments) {
              struct stat s;
              return count > 1 ? stat("x", &s) + open("x", O_RDONLY) : 0;
            }
            """,
            Environment.USUAL,
            Limits.NONE,
            Clang.OWN_HEADERS)
        .safe();
  }
}
