// heddle: safe
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <semaphore>
#include <thread>

std::atomic<int> flag;
std::counting_semaphore<4> items(0);
std::latch ready(2);
int data, more;

int main() {
  std::jthread t([] {
    data = 1;
    flag = 1;
    flag.notify_one();
    ready.arrive_and_wait();
    more = 2;
    items.release();
  });
  flag.wait(0);
  assert(data == 1);
  ready.arrive_and_wait();
  items.acquire();
  assert(more == 2);
}
