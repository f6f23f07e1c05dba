#ifdef __linux__
#define _GNU_SOURCE
#endif

#include "CMachoSystem.h"

#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#ifdef __linux__

int cmachosystem_pipe(int ends[2]) { return pipe2(ends, O_CLOEXEC); }

int cmachosystem_socket_pair(int ends[2]) {
  return socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends);
}

int cmachosystem_stream_socket(int domain) { return socket(domain, SOCK_STREAM | SOCK_CLOEXEC, 0); }

int cmachosystem_accept(int socket) { return accept4(socket, NULL, NULL, SOCK_CLOEXEC); }

int cmachosystem_temporary_file(char *name) { return mkostemp(name, O_CLOEXEC); }

int cmachosystem_peer(int socket, pid_t *process, uid_t *user) {
  struct ucred peer;
  socklen_t size = sizeof peer;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return -1;
  *process = peer.pid;
  *user = peer.uid;
  return 0;
}

static struct timespec modification_time(const struct stat *status) { return status->st_mtim; }

#else

static int closed_on_exec(int descriptor) {
  if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
  return descriptor;
}

int cmachosystem_pipe(int ends[2]) {
  if (pipe(ends) != 0) return -1;
  closed_on_exec(ends[0]);
  closed_on_exec(ends[1]);
  return 0;
}

int cmachosystem_socket_pair(int ends[2]) {
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  closed_on_exec(ends[0]);
  closed_on_exec(ends[1]);
  return 0;
}

int cmachosystem_stream_socket(int domain) { return closed_on_exec(socket(domain, SOCK_STREAM, 0)); }

int cmachosystem_accept(int socket) { return closed_on_exec(accept(socket, NULL, NULL)); }

int cmachosystem_temporary_file(char *name) { return closed_on_exec(mkstemp(name)); }

int cmachosystem_peer(int socket, pid_t *process, uid_t *user) {
  gid_t group;
  if (getpeereid(socket, user, &group) != 0) return -1;
  socklen_t size = sizeof *process;
  if (getsockopt(socket, SOL_LOCAL, LOCAL_PEERPID, process, &size) != 0) *process = 0;
  return 0;
}

static struct timespec modification_time(const struct stat *status) { return status->st_mtimespec; }

#endif

int cmachosystem_no_signal(void) {
#ifdef MSG_NOSIGNAL
  return MSG_NOSIGNAL;
#else
  return 0;
#endif
}

int64_t cmachosystem_modification_time(const void *status) {
  struct timespec time = modification_time(status);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static int resource(enum cmachosystem_limit limit) {
  switch (limit) {
  case cmachosystem_limit_core: return RLIMIT_CORE;
  case cmachosystem_limit_memory: return RLIMIT_AS;
  case cmachosystem_limit_stack: return RLIMIT_STACK;
  }
  abort();
}

int cmachosystem_get_limit(enum cmachosystem_limit limit, uint64_t *value) {
  struct rlimit limits;
  if (getrlimit(resource(limit), &limits) != 0) return -1;
  *value = limits.rlim_cur;
  return 0;
}

int cmachosystem_lower_limit(enum cmachosystem_limit limit, uint64_t value) {
  struct rlimit limits;
  if (getrlimit(resource(limit), &limits) != 0) return -1;
  if (limits.rlim_cur > value) limits.rlim_cur = value;
  return setrlimit(resource(limit), &limits);
}

void cmachosystem_set_handler(void *action, void (*handler)(int)) {
  ((struct sigaction *)action)->sa_handler = handler;
}

void cmachosystem_set_informed_handler(void *action, void (*handler)(int, void *, void *)) {
  ((struct sigaction *)action)->sa_sigaction = (void (*)(int, siginfo_t *, void *))handler;
}

bool cmachosystem_is_ignored(const void *action) {
  return ((const struct sigaction *)action)->sa_handler == SIG_IGN;
}

bool cmachosystem_call_handler(const void *pointer, int number, void *information, void *context) {
  const struct sigaction *action = pointer;
  if (action->sa_handler == SIG_DFL || action->sa_handler == SIG_IGN) return false;
  if (action->sa_flags & SA_SIGINFO) {
    action->sa_sigaction(number, information, context);
  } else {
    action->sa_handler(number);
  }
  return true;
}

uintptr_t cmachosystem_fault_address(const void *information) {
  return (uintptr_t)((const siginfo_t *)information)->si_addr;
}

int cmachosystem_start_thread(uintptr_t *identity, void *(*body)(void *), void *argument) {
  pthread_t thread;
  int error = pthread_create(&thread, NULL, body, argument);
  if (error == 0) *identity = (uintptr_t)thread;
  return error;
}

void cmachosystem_detach_thread(uintptr_t identity) { pthread_detach((pthread_t)identity); }

void cmachosystem_join_thread(uintptr_t identity) {
  pthread_t thread = (pthread_t)identity;
  if (pthread_equal(thread, pthread_self())) {
    pthread_detach(thread);
  } else {
    pthread_join(thread, NULL);
  }
}

// The compiler keeps the calls of a function whose body it does not know.
__attribute__((noinline)) void cmachosystem_debugger_stop(void) { __asm__ volatile(""); }
