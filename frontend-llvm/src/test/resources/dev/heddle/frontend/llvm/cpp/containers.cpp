// heddle: safe 1+0
#include <algorithm>
#include <any>
#include <cassert>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <optional>
#include <random>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <variant>
#include <vector>

int main() {
  std::vector<int> numbers{5, 3, 1, 4, 2};
  std::sort(numbers.begin(), numbers.end());
  assert(numbers.front() == 1 && numbers.back() == 5);

  std::map<std::string, int> ages;
  ages["somebody with a name that is too long to be stored in place"] = 1;
  ages["b"] = 2;
  ages["c"] = 3;
  ages.erase("b");
  assert(ages.size() == 2 && ages.begin()->first == "c");

  std::set<int> set;
  for (int i = 0; i < 12; i++) {
    set.insert(i * 7 % 12);
  }
  for (int i = 0; i < 12; i += 2) {
    set.erase(i);
  }
  int last = -1;
  for (int i : set) {
    assert(i == last + 2);
    last = i;
  }
  assert(*--set.end() == 11 && set.size() == 6);

  std::unordered_map<int, int> squares;
  for (int i = 0; i < 20; i++) {
    squares[i] = i * i;
  }
  assert(squares.size() == 20 && squares.at(7) == 49);

  std::list<int> list{1, 2, 3};
  list.reverse();
  list.splice(list.begin(), std::list<int>{9});
  assert(list.front() == 9 && list.back() == 1);

  std::deque<int> deque;
  deque.push_front(1);
  deque.push_back(2);
  std::optional<int> none;
  std::variant<int, std::string> either = std::string("text");
  std::any any = 3.5;
  auto [one, two] = std::tuple(1, 'b');
  std::function<int(int)> add = [n = one](int m) { return n + m; };
  assert(!none && std::get<std::string>(either).size() == 4 && std::any_cast<double>(any) == 3.5);
  assert(add(deque.back()) == 3 && two == 'b');

  std::mt19937 generator(1);
  int die = std::uniform_int_distribution<int>(1, 6)(generator);
  assert(die >= 1 && die <= 6);
  try {
    numbers.at(9);
    assert(false);
  } catch (std::out_of_range &) {
  }
}
