// heddle: abort a function that is noexcept is left by an exception of type int
void inner() {
  throw 1; // !
}

void outer() noexcept { inner(); }

int main() {
  try {
    outer();
  } catch (int) {
  }
}
