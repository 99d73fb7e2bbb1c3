// heddle: assertion
// out: hello 42 -7 3.25 1|ff|   12|ab  |3.14 false text 17|12 abc 7
#include <cassert>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>

int main() {
  std::cout << "hello " << 42 << ' ' << -7 << ' ' << 3.25 << ' ' << true << '|';
  std::cout << std::hex << 255 << std::dec << '|' << std::setw(5) << 12 << '|';
  std::cout << std::left << std::setw(4) << "ab" << '|' << std::setprecision(3) << 3.14159;
  std::ostringstream text;
  text << std::string("text") << ' ' << 17;
  std::cout << std::boolalpha << ' ' << false << ' ' << text.str() << '|';
  std::istringstream words("12 abc 7");
  int first, last;
  std::string word;
  words >> first >> word >> last;
  std::cout << first << ' ' << word << ' ' << last << std::endl;
  std::thread t([] { std::cerr << ""; });
  t.join();
  assert(first == 13); // !
}
