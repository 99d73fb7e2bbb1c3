/* So that programs compile; what calls this ends with an error that names the function. */
#ifndef HEDDLE_SYS_STAT_H
#define HEDDLE_SYS_STAT_H

#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

struct stat {
  unsigned long st_dev, st_ino, st_nlink;
  mode_t st_mode;
  unsigned st_uid, st_gid;
  off_t st_size;
  struct timespec st_atim, st_mtim, st_ctim;
};

#define S_IFMT 0170000
#define S_IFDIR 0040000
#define S_IFREG 0100000
#define S_ISDIR(mode) (((mode) & S_IFMT) == S_IFDIR)
#define S_ISREG(mode) (((mode) & S_IFMT) == S_IFREG)
#define S_IRWXU 0700
#define S_IRUSR 0400
#define S_IWUSR 0200
#define S_IXUSR 0100

int stat(const char *name, struct stat *result);
int fstat(int file, struct stat *result);
int lstat(const char *name, struct stat *result);
int mkdir(const char *name, mode_t mode);
int chmod(const char *name, mode_t mode);
mode_t umask(mode_t mask);

#ifdef __cplusplus
}
#endif
#endif
