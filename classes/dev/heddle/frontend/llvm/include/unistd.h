#ifndef HEDDLE_UNISTD_H
#define HEDDLE_UNISTD_H
#ifdef __cplusplus
extern "C" {
#endif
unsigned sleep(unsigned seconds);
int usleep(unsigned microseconds);
_Noreturn void _exit(int status);
#ifdef __cplusplus
}
#endif
#endif
