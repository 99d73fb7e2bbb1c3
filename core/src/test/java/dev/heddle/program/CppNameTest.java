package dev.heddle.program;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CppNameTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          main                                                   | main
          _Z3addRii                                              | add
          _ZN5Queue4pushEi                                       | Queue::push
          _ZN5QueueC2Ev                                          | Queue::Queue
          _ZN5QueueD0Ev                                          | Queue::~Queue
          _ZN7rigtorp9SPSCQueueIiSaIiEE4pushERKi                 | rigtorp::SPSCQueue<int>::push
          _ZNSt6vectorIiSaIiEE9push_backEOi                      | std::vector<int>::push_back
          _ZNSt6thread15_M_start_threadESt10unique_ptrINS_6_StateESt14default_deleteIS1_EEPFvvE | \
          std::thread::_M_start_thread
          _ZNKSt3mapIiNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEESt4lessIiESaISt4pairIKiS5_EEE4sizeEv | \
          std::map<int, std::string>::size
          _ZN12_GLOBAL__N_14workEv                               | (anonymous)::work
          _ZZ4mainENK3$_0clEv                                    | main::$_0::operator()
          _ZZ4mainENKUlvE_clEv                                   | main::(lambda)::operator()
          _ZZN1A1fEvE1x                                          | A::f::x
          _ZGVZN1A1fEvE1x                                        | guard of A::f::x
          _ZTV1A                                                 | virtual functions of A
          _ZnwmSt11align_val_t                                   | operator new
          _ZN1AplERKS_                                           | A::operator+
          _ZN1AcvbEv                                             | A::operator bool
          _Z3maxIiET_S0_S0_                                      | max<int>
          _ZN4RingIiLm4ELb1EE3getEv                              | Ring<int, 4, true>::get
          _ZSt4cout                                              | std::cout
          _ZNSolsEi                                              | std::ostream::operator<<
          _ZN1AIXadL_Z1fvEEE1gEv                                 | _ZN1AIXadL_Z1fvEEE1gEv
          _Z                                                     | _Z
          _ZN                                                    | _ZN
          _Z99x                                                  | _Z99x
          """)
  void symbols(String mangled, String name) {
    assertEquals(name, CppName.of(mangled));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          i                  | int
          PKc                | const char*
          St13runtime_error  | std::runtime_error
          3Foo               | Foo
          *3Foo              | Foo
          N2ns3BarE          | ns::Bar
          NSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE | std::string
          PFivE              | int (*)()
          3Fooxyz            | 3Fooxyz
          """)
  void types(String mangled, String name) {
    assertEquals(name, CppName.ofType(mangled));
  }
}
