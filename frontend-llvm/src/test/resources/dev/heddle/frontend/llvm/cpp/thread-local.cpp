// heddle: safe
#include <cassert>
#include <string>
#include <thread>

thread_local std::string name = "main";
thread_local int numbers[3] = {1, 2, 3};

int main() {
  std::thread t([] {
    name += " of a child, which is too long to be stored in place";
    numbers[1]++;
    assert(name.size() > 20 && numbers[1] == 3);
  });
  assert(name == "main" && numbers[1] == 2);
  t.join();
}
