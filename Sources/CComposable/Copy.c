#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"

#if defined(MACHO_LINUX)

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/// Ends the copy at a trap. The program's own handlers would report it, or start the program again.
static void reset_signals(void) {
  static const int signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGINT, SIGTERM};
  for (unsigned index = 0; index < sizeof signals / sizeof *signals; index++) {
    signal(signals[index], SIG_DFL);
  }
}

bool ccomposable_ask_copy(bool (*body)(void *), void *context) {
  const int time_limit = 10000;
  int descriptors[2];
  if (pipe2(descriptors, O_CLOEXEC) != 0) return false;
  // These calls are the runtime's own, not those of an effect that reads a dependency.
  bool was_excluded = ccomposable_exclude_work(true);
  pid_t copy = fork();
  if (copy == 0) {
    // What the live value starts when it is created stays held.
    ccomposable_exclude_work(was_excluded);
    reset_signals();
    // Closed on `exec`, unlike the copies of it.
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    for (int descriptor = 0; descriptor < 3; descriptor++) dup2(null, descriptor);
    char answer = body(context);
    _exit(write(descriptors[1], &answer, 1) == 1 ? 0 : 1);
  }
  close(descriptors[1]);
  char answer = 0;
  if (copy > 0) {
    struct pollfd polled = {.fd = descriptors[0], .events = POLLIN};
    if (poll(&polled, 1, time_limit) <= 0 || read(descriptors[0], &answer, 1) != 1) answer = 0;
    kill(copy, SIGKILL);
    waitpid(copy, NULL, 0);
  }
  close(descriptors[0]);
  ccomposable_exclude_work(was_excluded);
  return answer;
}

#else

bool ccomposable_ask_copy(bool (*body)(void *), void *context) { return false; }

#endif
