// heddle: safe
// What is done once, and throws, is not done yet.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag flag;
int attempts, made;

void attempt() {
  std::call_once(flag, [] {
    if (attempts++ == 0) {
      throw 1;
    }
    made++;
  });
}

struct Lazy {
  Lazy() {
    if (attempts++ == 2) {
      throw 2;
    }
  }
};

Lazy &lazy() {
  static Lazy only;
  return only;
}

bool throws(void (*function)()) {
  try {
    function();
    return false;
  } catch (int) {
    return true;
  }
}

int main() {
  bool there = false;
  std::thread thread([&] { there = throws(attempt); });
  bool here = throws(attempt);
  thread.join();
  assert(here != there);
  if (here) {
    attempt();
  }
  assert(attempts == 2 && made == 1);
  assert(throws([] { lazy(); }));
  assert(!throws([] { lazy(); }));
  assert(attempts == 4);
}
