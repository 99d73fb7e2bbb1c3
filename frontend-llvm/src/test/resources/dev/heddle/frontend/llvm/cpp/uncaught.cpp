// heddle: abort uncaught exception of type Broken
#include <stdexcept>
#include <thread>

struct Broken : std::runtime_error {
  using runtime_error::runtime_error;
};

void work(int n) {
  std::thread inner([] {});
  if (n > 0) {
    throw Broken("bad"); // !
  }
  inner.join();
}

int main() {
  std::thread t(work, 1);
  t.join();
}
