#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"
#include "HandedWork.h"
#include "Redirection.h"

#if defined(MACHO_LINUX) && defined(__GLIBC__) && defined(__LP64__)

#include <aio.h>
#include <dlfcn.h>
#include <errno.h>
#include <mqueue.h>
#include <netdb.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

// Calls that let another thread or process act later, other than those that hand over a block or
// start a thread.

static struct {
  void (*resume)(object);
  void (*activate)(object);
  void (*merge_data)(object, uintptr_t);
  void (*io_read)(object, off_t, size_t, object, void *);
  void (*io_write)(object, off_t, object, object, void *);
  void (*io_barrier)(object, void *);
  void (*read)(int, size_t, object, void *);
  void (*write)(int, object, object, void *);
  void (*block_notify)(void *, object, void *);

  int (*spawn)(
      pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
      char *const *, char *const *);
  int (*spawnp)(
      pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
      char *const *, char *const *);
  pid_t (*fork)(void);
  FILE *(*popen)(const char *, const char *);
  int (*timer_settime)(timer_t, int, const struct itimerspec *, struct itimerspec *);
  int (*setitimer)(int, const struct itimerval *, struct itimerval *);
  unsigned (*alarm)(unsigned);
  int (*sigaction)(int, const struct sigaction *, struct sigaction *);
  void (*(*signal)(int, void (*)(int)))(int);
  int (*aio_read)(struct aiocb *);
  int (*aio_write)(struct aiocb *);
  int (*aio_fsync)(int, struct aiocb *);
  int (*lio_listio)(int, struct aiocb *const *, int, struct sigevent *);
  int (*getaddrinfo_a)(int, struct gaicb **, int, struct sigevent *);
  int (*mq_notify)(mqd_t, const struct sigevent *);
  long (*syscall)(long, long, long, long, long, long, long);
  void *(*dlopen)(const char *, int);
} real;

// MARK: Dispatch

static void redirected_resume(object object) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.resume, .name = "dispatch_resume", .arguments = {(uintptr_t)object},
      .objects = 1 << 0});
}

static void redirected_activate(object object) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.activate, .name = "dispatch_activate", .arguments = {(uintptr_t)object},
      .objects = 1 << 0});
}

static void redirected_merge_data(object source, uintptr_t value) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.merge_data, .name = "dispatch_source_merge_data",
      .arguments = {(uintptr_t)source, value}, .objects = 1 << 0});
}

static void redirected_io_read(
    object channel, off_t offset, size_t length, object queue, void *handler) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.io_read, .name = "dispatch_io_read",
      .arguments =
          {(uintptr_t)channel, (uintptr_t)offset, length, (uintptr_t)queue, (uintptr_t)handler},
      .objects = 1 << 0 | 1 << 3, .blocks = 1 << 4, .queue = queue});
}

static void redirected_io_write(
    object channel, off_t offset, object data, object queue, void *handler) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.io_write, .name = "dispatch_io_write",
      .arguments =
          {(uintptr_t)channel, (uintptr_t)offset, (uintptr_t)data, (uintptr_t)queue,
           (uintptr_t)handler},
      .objects = 1 << 0 | 1 << 2 | 1 << 3, .blocks = 1 << 4, .queue = queue});
}

static void redirected_io_barrier(object channel, void *barrier) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.io_barrier, .name = "dispatch_io_barrier",
      .arguments = {(uintptr_t)channel, (uintptr_t)barrier}, .objects = 1 << 0, .blocks = 1 << 1});
}

static void redirected_dispatch_read(int descriptor, size_t length, object queue, void *handler) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.read, .name = "dispatch_read",
      .arguments = {(uintptr_t)descriptor, length, (uintptr_t)queue, (uintptr_t)handler},
      .objects = 1 << 2, .blocks = 1 << 3, .queue = queue});
}

static void redirected_dispatch_write(int descriptor, object data, object queue, void *handler) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.write, .name = "dispatch_write",
      .arguments = {(uintptr_t)descriptor, (uintptr_t)data, (uintptr_t)queue, (uintptr_t)handler},
      .objects = 1 << 1 | 1 << 2, .blocks = 1 << 3, .queue = queue});
}

static void redirected_block_notify(void *block, object queue, void *notification) {
  ccomposable_hand_over_call((struct held_call){
      .function = real.block_notify, .name = "dispatch_block_notify",
      .arguments = {(uintptr_t)block, (uintptr_t)queue, (uintptr_t)notification},
      .objects = 1 << 1, .blocks = 1 << 0 | 1 << 2, .queue = queue});
}

// MARK: Timers and files of the system

static int redirected_timer_settime(
    timer_t timer, int flags, const struct itimerspec *value, struct itimerspec *old) {
  // A timer that is stopped, or whose old time is asked for, is changed at once.
  bool is_started = value && (value->it_value.tv_sec || value->it_value.tv_nsec);
  if (ccomposable_next_fate() != held || !is_started || old) {
    if (is_started && ccomposable_next_fate() != own) ccomposable_add_unknown_work();
    return real.timer_settime(timer, flags, value, old);
  }
  struct itimerspec *copy = ccomposable_allocate(sizeof *copy);
  *copy = *value;
  ccomposable_hand_over_call((struct held_call){
      .function = real.timer_settime, .name = "timer_settime",
      .arguments = {(uintptr_t)timer, (uintptr_t)flags, (uintptr_t)copy}, .copies = 1 << 2});
  return 0;
}

static int redirected_aio_read(struct aiocb *operation) {
  if (ccomposable_next_fate() == own) return real.aio_read(operation);
  ccomposable_hand_over_call((struct held_call){
      .function = real.aio_read, .name = "aio_read", .arguments = {(uintptr_t)operation}});
  return 0;
}

static int redirected_aio_write(struct aiocb *operation) {
  if (ccomposable_next_fate() == own) return real.aio_write(operation);
  ccomposable_hand_over_call((struct held_call){
      .function = real.aio_write, .name = "aio_write", .arguments = {(uintptr_t)operation}});
  return 0;
}

static int redirected_aio_fsync(int kind, struct aiocb *operation) {
  if (ccomposable_next_fate() == own) return real.aio_fsync(kind, operation);
  ccomposable_hand_over_call((struct held_call){
      .function = real.aio_fsync, .name = "aio_fsync",
      .arguments = {(uintptr_t)kind, (uintptr_t)operation}});
  return 0;
}

// MARK: The system

// These begin at once. Their ends are not observed.

static void note(void) {
  if (ccomposable_next_fate() != own) ccomposable_add_unknown_work();
}

/// A process that was started ends at a time of its own, which the caller may look at without waiting.
static void note_process(const char *function) {
  note();
  ccomposable_will_sleep(function, INT64_MIN);
}

/// For functions that macho's own code calls too, between two inputs of a store.
static void note_if_held(void) {
  if (ccomposable_holds_work()) ccomposable_add_unknown_work();
}

static int redirected_spawn(
    pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
  note_process("posix_spawn");
  return real.spawn(process, path, actions, attributes, arguments, environment);
}

static int redirected_spawnp(
    pid_t *process, const char *file, const posix_spawn_file_actions_t *actions,
    const posix_spawnattr_t *attributes, char *const *arguments, char *const *environment) {
  note_process("posix_spawnp");
  return real.spawnp(process, file, actions, attributes, arguments, environment);
}

static pid_t redirected_fork(void) {
  note_if_held();
  return real.fork();
}

static FILE *redirected_popen(const char *command, const char *mode) {
  note_process("popen");
  return real.popen(command, mode);
}

static int redirected_setitimer(
    int kind, const struct itimerval *value, struct itimerval *old) {
  note_if_held();
  return real.setitimer(kind, value, old);
}

static unsigned redirected_alarm(unsigned seconds) {
  note_if_held();
  return real.alarm(seconds);
}

static int redirected_sigaction(
    int number, const struct sigaction *action, struct sigaction *old) {
  if (action && action->sa_handler != SIG_DFL && action->sa_handler != SIG_IGN) note_if_held();
  return real.sigaction(number, action, old);
}

static void (*redirected_signal(int number, void (*handler)(int)))(int) {
  if (handler != SIG_DFL && handler != SIG_IGN) note_if_held();
  return real.signal(number, handler);
}

static int redirected_lio_listio(
    int mode, struct aiocb *const *operations, int count, struct sigevent *event) {
  note();
  return real.lio_listio(mode, operations, count, event);
}

static int redirected_getaddrinfo_a(
    int mode, struct gaicb **requests, int count, struct sigevent *event) {
  note();
  return real.getaddrinfo_a(mode, requests, count, event);
}

static int redirected_mq_notify(mqd_t queue, const struct sigevent *event) {
  note();
  return real.mq_notify(queue, event);
}

static long redirected_syscall(
    long number, long first, long second, long third, long fourth, long fifth, long sixth) {
  switch (number) {
#ifdef SYS_fork
  case SYS_fork:
#endif
  case SYS_clone:
#ifdef SYS_clone3
  case SYS_clone3:
#endif
#ifdef SYS_io_uring_setup
  case SYS_io_uring_setup:
#endif
    note();
    break;
  case SYS_futex: {
    const long command = second & 127;
    if (command == 0 || command == 9) ccomposable_will_block("futex");  // WAIT, WAIT_BITSET
    break;
  }
  }
  return real.syscall(number, first, second, third, fourth, fifth, sixth);
}

// MARK: Libraries

static void *redirected_dlopen(const char *path, int mode) {
  void *library = real.dlopen(path, mode);
  int error = errno;
  // A library that was loaded already has its slots filled, so this changes nothing.
  if (library) ccomposable_redirect_again();
  errno = error;
  return library;
}

#define FUNCTION(name, redirected, original) {name, (void *)redirected, (void **)&original}

const struct ccomposable_redirection ccomposable_call_redirections[] = {
    FUNCTION("dispatch_resume", redirected_resume, real.resume),
    FUNCTION("dispatch_activate", redirected_activate, real.activate),
    FUNCTION("dispatch_source_merge_data", redirected_merge_data, real.merge_data),
    FUNCTION("dispatch_io_read", redirected_io_read, real.io_read),
    FUNCTION("dispatch_io_write", redirected_io_write, real.io_write),
    FUNCTION("dispatch_io_barrier", redirected_io_barrier, real.io_barrier),
    FUNCTION("dispatch_read", redirected_dispatch_read, real.read),
    FUNCTION("dispatch_write", redirected_dispatch_write, real.write),
    FUNCTION("dispatch_block_notify", redirected_block_notify, real.block_notify),
    FUNCTION("posix_spawn", redirected_spawn, real.spawn),
    FUNCTION("posix_spawnp", redirected_spawnp, real.spawnp),
    FUNCTION("fork", redirected_fork, real.fork),
    FUNCTION("popen", redirected_popen, real.popen),
    FUNCTION("timer_settime", redirected_timer_settime, real.timer_settime),
    FUNCTION("setitimer", redirected_setitimer, real.setitimer),
    FUNCTION("alarm", redirected_alarm, real.alarm),
    FUNCTION("sigaction", redirected_sigaction, real.sigaction),
    FUNCTION("signal", redirected_signal, real.signal),
    FUNCTION("aio_read", redirected_aio_read, real.aio_read),
    FUNCTION("aio_write", redirected_aio_write, real.aio_write),
    FUNCTION("aio_fsync", redirected_aio_fsync, real.aio_fsync),
    FUNCTION("lio_listio", redirected_lio_listio, real.lio_listio),
    FUNCTION("getaddrinfo_a", redirected_getaddrinfo_a, real.getaddrinfo_a),
    FUNCTION("mq_notify", redirected_mq_notify, real.mq_notify),
    FUNCTION("syscall", redirected_syscall, real.syscall),
    FUNCTION("dlopen", redirected_dlopen, real.dlopen),
    {NULL, NULL, NULL},
};

#endif
