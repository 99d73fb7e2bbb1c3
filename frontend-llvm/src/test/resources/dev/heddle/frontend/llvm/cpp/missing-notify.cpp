// heddle: deadlock
#include <atomic>
#include <thread>

std::atomic<bool> flag;

int main() {
  std::thread t([] { flag = true; });
  flag.wait(false); // !
  t.join();
}
