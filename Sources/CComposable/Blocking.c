#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"
#include "HandedWork.h"
#include "Redirection.h"

#if defined(MACHO_LINUX) && defined(__GLIBC__) && defined(__LP64__)

#include <poll.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// Calls with which a thread waits for other threads or for time.

// A semaphore, a group or a descriptor for which the thread need not wait blocks nothing. Held work
// has not begun, so it cannot have signalled: the result is the same in each run.

static struct {
  intptr_t (*dispatch_semaphore_wait)(object, uint64_t);
  intptr_t (*dispatch_group_wait)(object, uint64_t);
  intptr_t (*dispatch_block_wait)(void *, uint64_t);
  int (*pthread_join)(pthread_t, void **);
  int (*pthread_timedjoin_np)(pthread_t, void **, const struct timespec *);
  int (*pthread_cond_wait)(pthread_cond_t *, pthread_mutex_t *);
  int (*pthread_cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  int (*pthread_cond_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);
  int (*pthread_barrier_wait)(pthread_barrier_t *);
  int (*sem_wait)(sem_t *);
  int (*sem_timedwait)(sem_t *, const struct timespec *);
  int (*sem_clockwait)(sem_t *, clockid_t, const struct timespec *);
  int (*nanosleep)(const struct timespec *, struct timespec *);
  int (*clock_nanosleep)(clockid_t, int, const struct timespec *, struct timespec *);
  int (*usleep)(unsigned);
  unsigned (*sleep)(unsigned);
  int (*sched_yield)(void);
  int (*pause)(void);
  int (*sigsuspend)(const sigset_t *);
  int (*sigwait)(const sigset_t *, int *);
  int (*sigwaitinfo)(const sigset_t *, siginfo_t *);
  int (*sigtimedwait)(const sigset_t *, siginfo_t *, const struct timespec *);
  int (*poll)(struct pollfd *, nfds_t, int);
  int (*ppoll)(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);
  int (*select)(int, fd_set *, fd_set *, fd_set *, struct timeval *);
  int (*pselect)(int, fd_set *, fd_set *, fd_set *, const struct timespec *, const sigset_t *);
  int (*epoll_wait)(int, struct epoll_event *, int, int);
  int (*epoll_pwait)(int, struct epoll_event *, int, int, const sigset_t *);
  ssize_t (*read)(int, void *, size_t);
  ssize_t (*readv)(int, const struct iovec *, int);
  ssize_t (*recv)(int, void *, size_t, int);
  ssize_t (*recvfrom)(int, void *, size_t, int, struct sockaddr *, socklen_t *);
  ssize_t (*recvmsg)(int, struct msghdr *, int);
  int (*accept)(int, struct sockaddr *, socklen_t *);
  int (*accept4)(int, struct sockaddr *, socklen_t *, int);
  pid_t (*wait)(int *);
  pid_t (*waitpid)(pid_t, int *, int);
  int (*waitid)(idtype_t, id_t, siginfo_t *, int);
  int (*flock)(int, int);
  int (*system)(const char *);
} real;

static int64_t in_nanoseconds(const struct timespec *time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static int64_t now(clockid_t clock) {
  struct timespec time = {0};
  clock_gettime(clock, &time);
  return in_nanoseconds(&time);
}

/// Whether a read of a descriptor returns at once, as one of a file does.
static bool is_readable(int descriptor) {
  struct pollfd polled = {.fd = descriptor, .events = POLLIN};
  return real.poll(&polled, 1, 0) != 0;
}

static intptr_t redirected_dispatch_semaphore_wait(object semaphore, uint64_t deadline) {
  if (ccomposable_holds_work()) {
    if (real.dispatch_semaphore_wait(semaphore, 0) == 0) return 0;
    ccomposable_will_block("dispatch_semaphore_wait");
  }
  return real.dispatch_semaphore_wait(semaphore, deadline);
}

static intptr_t redirected_dispatch_group_wait(object group, uint64_t deadline) {
  if (ccomposable_holds_work()) {
    if (real.dispatch_group_wait(group, 0) == 0) return 0;
    ccomposable_will_block("dispatch_group_wait");
  }
  return real.dispatch_group_wait(group, deadline);
}

static intptr_t redirected_dispatch_block_wait(void *work, uint64_t deadline) {
  ccomposable_will_block("dispatch_block_wait");
  return real.dispatch_block_wait(work, deadline);
}

static int redirected_pthread_join(pthread_t thread, void **result) {
  ccomposable_will_block("pthread_join");
  return real.pthread_join(thread, result);
}

static int redirected_pthread_timedjoin_np(
    pthread_t thread, void **result, const struct timespec *deadline) {
  ccomposable_will_block("pthread_timedjoin_np");
  return real.pthread_timedjoin_np(thread, result, deadline);
}

static int redirected_pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  if (ccomposable_holds_work() && !ccomposable_is_starting_processes()) {
    ccomposable_will_block("pthread_cond_wait");
  }
  return real.pthread_cond_wait(condition, mutex);
}

static int redirected_pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *deadline) {
  ccomposable_will_block("pthread_cond_timedwait");
  return real.pthread_cond_timedwait(condition, mutex, deadline);
}

static int redirected_pthread_cond_clockwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline) {
  ccomposable_will_block("pthread_cond_clockwait");
  return real.pthread_cond_clockwait(condition, mutex, clock, deadline);
}

static int redirected_pthread_barrier_wait(pthread_barrier_t *barrier) {
  ccomposable_will_block("pthread_barrier_wait");
  return real.pthread_barrier_wait(barrier);
}

static int redirected_sem_wait(sem_t *semaphore) {
  if (ccomposable_holds_work()) {
    if (sem_trywait(semaphore) == 0) return 0;
    ccomposable_will_block("sem_wait");
  }
  return real.sem_wait(semaphore);
}

static int redirected_sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
  if (ccomposable_holds_work()) {
    if (sem_trywait(semaphore) == 0) return 0;
    ccomposable_will_block("sem_timedwait");
  }
  return real.sem_timedwait(semaphore, deadline);
}

static int redirected_sem_clockwait(
    sem_t *semaphore, clockid_t clock, const struct timespec *deadline) {
  if (ccomposable_holds_work()) {
    if (sem_trywait(semaphore) == 0) return 0;
    ccomposable_will_block("sem_clockwait");
  }
  return real.sem_clockwait(semaphore, clock, deadline);
}

static int redirected_nanosleep(const struct timespec *time, struct timespec *remaining) {
  ccomposable_will_sleep("nanosleep", in_nanoseconds(time));
  return real.nanosleep(time, remaining);
}

static int redirected_clock_nanosleep(
    clockid_t clock, int flags, const struct timespec *time, struct timespec *remaining) {
  ccomposable_will_sleep(
      "clock_nanosleep", in_nanoseconds(time) - (flags & TIMER_ABSTIME ? now(clock) : 0));
  return real.clock_nanosleep(clock, flags, time, remaining);
}

static int redirected_usleep(unsigned microseconds) {
  ccomposable_will_sleep("usleep", (int64_t)microseconds * 1000);
  return real.usleep(microseconds);
}

static unsigned redirected_sleep(unsigned seconds) {
  ccomposable_will_sleep("sleep", (int64_t)seconds * 1000000000);
  return real.sleep(seconds);
}

static int redirected_sched_yield(void) {
  ccomposable_will_sleep("sched_yield", 0);
  return real.sched_yield();
}

static int redirected_pause(void) {
  ccomposable_will_block("pause");
  return real.pause();
}

static int redirected_sigsuspend(const sigset_t *mask) {
  ccomposable_will_block("sigsuspend");
  return real.sigsuspend(mask);
}

static int redirected_sigwait(const sigset_t *set, int *number) {
  ccomposable_will_block("sigwait");
  return real.sigwait(set, number);
}

static int redirected_sigwaitinfo(const sigset_t *set, siginfo_t *info) {
  ccomposable_will_block("sigwaitinfo");
  return real.sigwaitinfo(set, info);
}

static int redirected_sigtimedwait(
    const sigset_t *set, siginfo_t *info, const struct timespec *timeout) {
  ccomposable_will_block("sigtimedwait");
  return real.sigtimedwait(set, info, timeout);
}

static int redirected_poll(struct pollfd *descriptors, nfds_t count, int timeout) {
  ccomposable_will_block("poll");
  return real.poll(descriptors, count, timeout);
}

static int redirected_ppoll(
    struct pollfd *descriptors, nfds_t count, const struct timespec *timeout, const sigset_t *mask) {
  ccomposable_will_block("ppoll");
  return real.ppoll(descriptors, count, timeout, mask);
}

static int redirected_select(
    int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *timeout) {
  ccomposable_will_block("select");
  return real.select(count, reading, writing, failing, timeout);
}

static int redirected_pselect(
    int count, fd_set *reading, fd_set *writing, fd_set *failing, const struct timespec *timeout, const sigset_t *mask) {
  ccomposable_will_block("pselect");
  return real.pselect(count, reading, writing, failing, timeout, mask);
}

static int redirected_epoll_wait(
    int descriptor, struct epoll_event *events, int count, int timeout) {
  ccomposable_will_block("epoll_wait");
  return real.epoll_wait(descriptor, events, count, timeout);
}

static int redirected_epoll_pwait(
    int descriptor, struct epoll_event *events, int count, int timeout, const sigset_t *mask) {
  ccomposable_will_block("epoll_pwait");
  return real.epoll_pwait(descriptor, events, count, timeout, mask);
}

static ssize_t redirected_read(int descriptor, void *buffer, size_t count) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("read");
  return real.read(descriptor, buffer, count);
}

static ssize_t redirected_readv(int descriptor, const struct iovec *buffers, int count) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("readv");
  return real.readv(descriptor, buffers, count);
}

static ssize_t redirected_recv(int descriptor, void *buffer, size_t count, int flags) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("recv");
  return real.recv(descriptor, buffer, count, flags);
}

static ssize_t redirected_recvfrom(
    int descriptor, void *buffer, size_t count, int flags, struct sockaddr *address, socklen_t *size) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("recvfrom");
  return real.recvfrom(descriptor, buffer, count, flags, address, size);
}

static ssize_t redirected_recvmsg(int descriptor, struct msghdr *message, int flags) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("recvmsg");
  return real.recvmsg(descriptor, message, flags);
}

static int redirected_accept(int descriptor, struct sockaddr *address, socklen_t *size) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("accept");
  return real.accept(descriptor, address, size);
}

static int redirected_accept4(
    int descriptor, struct sockaddr *address, socklen_t *size, int flags) {
  if (ccomposable_holds_work() && !is_readable(descriptor)) ccomposable_will_block("accept4");
  return real.accept4(descriptor, address, size, flags);
}

static pid_t redirected_wait(int *status) {
  ccomposable_will_block("wait");
  return real.wait(status);
}

static pid_t redirected_waitpid(pid_t process, int *status, int options) {
  ccomposable_will_block("waitpid");
  return real.waitpid(process, status, options);
}

static int redirected_waitid(idtype_t kind, id_t identifier, siginfo_t *info, int options) {
  ccomposable_will_block("waitid");
  return real.waitid(kind, identifier, info, options);
}

static int redirected_flock(int descriptor, int operation) {
  ccomposable_will_block("flock");
  return real.flock(descriptor, operation);
}

static int redirected_system(const char *command) {
  ccomposable_will_block("system");
  return real.system(command);
}

#define FUNCTION(name) {#name, (void *)redirected_##name, (void **)&real.name}

const struct ccomposable_redirection ccomposable_blocking_redirections[] = {
    FUNCTION(dispatch_semaphore_wait),
    FUNCTION(dispatch_group_wait),
    FUNCTION(dispatch_block_wait),
    FUNCTION(pthread_join),
    FUNCTION(pthread_timedjoin_np),
    FUNCTION(pthread_cond_wait),
    FUNCTION(pthread_cond_timedwait),
    FUNCTION(pthread_cond_clockwait),
    FUNCTION(pthread_barrier_wait),
    FUNCTION(sem_wait),
    FUNCTION(sem_timedwait),
    FUNCTION(sem_clockwait),
    FUNCTION(nanosleep),
    FUNCTION(clock_nanosleep),
    FUNCTION(usleep),
    FUNCTION(sleep),
    FUNCTION(sched_yield),
    FUNCTION(pause),
    FUNCTION(sigsuspend),
    FUNCTION(sigwait),
    FUNCTION(sigwaitinfo),
    FUNCTION(sigtimedwait),
    FUNCTION(poll),
    FUNCTION(ppoll),
    FUNCTION(select),
    FUNCTION(pselect),
    FUNCTION(epoll_wait),
    FUNCTION(epoll_pwait),
    FUNCTION(read),
    FUNCTION(readv),
    FUNCTION(recv),
    FUNCTION(recvfrom),
    FUNCTION(recvmsg),
    FUNCTION(accept),
    FUNCTION(accept4),
    FUNCTION(wait),
    FUNCTION(waitpid),
    FUNCTION(waitid),
    FUNCTION(flock),
    FUNCTION(system),
    {NULL, NULL, NULL},
};

#endif
