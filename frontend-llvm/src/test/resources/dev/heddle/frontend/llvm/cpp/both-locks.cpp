// heddle: safe 2+1
#include <cassert>
#include <mutex>
#include <thread>

std::mutex a, b;
int x;

int main() {
  std::thread t([] {
    std::scoped_lock both(a, b);
    x++;
  });
  {
    std::scoped_lock both(b, a);
    x++;
  }
  t.join();
  assert(x == 2);
}
