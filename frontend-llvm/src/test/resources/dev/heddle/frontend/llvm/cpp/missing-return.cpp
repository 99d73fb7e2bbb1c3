// heddle: abort the end of a function that must return a value
int positive(int number) {
  if (number > 0) { // !
    return number;
  }
}

int main() { return positive(0); }
