#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"

#if defined(MACHO_LINUX)

#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int ccomposable_thread_id(void) { return (int)syscall(SYS_gettid); }

/// Whether a thread sleeps in the kernel until something wakes it.
static bool sleeps(int thread) {
  char path[64], buffer[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", thread);
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  ssize_t count = pread(descriptor, buffer, sizeof buffer - 1, 0);
  close(descriptor);
  if (count <= 0) return false;
  buffer[count] = 0;
  // The name of the program may contain any character. The state follows its last parenthesis.
  const char *end = strrchr(buffer, ')');
  return end && end[1] == ' ' && end[2] == 'S';
}

int64_t ccomposable_processor_time(int thread, bool *is_asleep) {
  // The kernel's number of the clock of a thread.
  const clockid_t clock = (clockid_t)(~(unsigned)thread << 3 | 6);
  struct timespec time;
  if (clock_gettime(clock, &time) != 0) return -1;
  *is_asleep = sleeps(thread);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

#else

int ccomposable_thread_id(void) { return 0; }
int64_t ccomposable_processor_time(int thread, bool *is_asleep) { return -1; }

#endif
