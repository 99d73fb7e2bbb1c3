// heddle: safe
#include <cassert>
#include <future>
#include <stdexcept>
#include <thread>

int main() {
  std::future<int> answer = std::async(std::launch::async, [] { return 42; });
  std::promise<int> promise;
  std::future<int> broken = promise.get_future();
  std::thread t([&] {
    try {
      throw std::out_of_range("x");
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  assert(answer.get() == 42);
  bool thrown = false;
  try {
    broken.get();
  } catch (std::out_of_range &) {
    thrown = true;
  }
  assert(thrown);
  t.join();
}
