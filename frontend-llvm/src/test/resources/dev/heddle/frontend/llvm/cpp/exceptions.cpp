// heddle: safe 1+0
#include <cassert>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>

int destroyed;
struct Guard {
  ~Guard() { destroyed++; }
};

void dive(int depth) {
  Guard guard;
  if (depth == 0) {
    throw std::runtime_error("bottom");
  }
  dive(depth - 1);
}

struct Base {
  virtual ~Base() {}
};
struct Left : virtual Base {
  int left = 1;
};
struct Right : virtual Base {
  int right = 2;
};
struct Both : Left, Right {};

int main() {
  try {
    dive(2);
    assert(false);
  } catch (const std::logic_error &) {
    assert(false);
  } catch (const std::exception &e) {
    assert(!std::strcmp(e.what(), "bottom"));
  }
  assert(destroyed == 3);

  int order = 0;
  try {
    try {
      throw 42;
    } catch (int &n) {
      n++;
      throw;
    }
  } catch (int n) {
    assert(n == 43);
    order = 1;
  }
  assert(order == 1 && std::uncaught_exceptions() == 0);

  try {
    throw Both();
  } catch (Right &r) {
    assert(r.right == 2 && dynamic_cast<Left &>(r).left == 1);
  }
  Left alone;
  Base *base = &alone;
  assert(dynamic_cast<Right *>(base) == nullptr);
  try {
    dynamic_cast<Both &>(*base);
    assert(false);
  } catch (std::bad_cast &) {
  }

  std::exception_ptr kept;
  try {
    throw std::string("kept");
  } catch (...) {
    kept = std::current_exception();
  }
  try {
    std::rethrow_exception(kept);
  } catch (std::string &text) {
    assert(text == "kept");
  }
  try {
    throw "text";
  } catch (const char *text) {
    assert(text[0] == 't');
  }
}
