// heddle: safe
#include <cassert>
#include <memory>
#include <thread>

int alive;
struct Node {
  Node() { alive++; }
  ~Node() { alive--; }
};

int main() {
  auto shared = std::make_shared<Node>();
  std::weak_ptr<Node> weak = shared;
  std::thread t([own = shared]() mutable { own.reset(); });
  shared.reset();
  if (auto again = weak.lock()) {
    assert(alive == 1);
  }
  t.join();
  assert(weak.expired() && alive == 0);
}
