// heddle: safe
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <queue>
#include <shared_mutex>
#include <thread>

std::mutex m;
std::condition_variable filled;
std::queue<int> work;
std::shared_mutex table;
std::once_flag once;
int made, entries;

struct Lazy {
  Lazy() { made++; }
};

Lazy &lazy() {
  static Lazy only;
  return only;
}

int main() {
  std::thread t([] {
    lazy();
    std::call_once(once, [] { entries++; });
    {
      std::lock_guard<std::mutex> lock(m);
      work.push(3);
    }
    filled.notify_one();
    std::shared_lock<std::shared_mutex> read(table);
    assert(entries == 1 || entries == 2);
  });
  lazy();
  std::unique_lock<std::mutex> lock(m);
  filled.wait(lock, [] { return !work.empty(); });
  assert(work.front() == 3);
  lock.unlock();
  {
    std::unique_lock<std::shared_mutex> write(table);
    entries++;
  }
  t.join();
  assert(made == 1 && entries == 2);
}
