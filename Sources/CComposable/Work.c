#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"
#include "Redirection.h"

#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__)

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <poll.h>
#include <time.h>

// libdispatch is not linked: a program that does not use it need not load it. Its objects and blocks
// are pointers here.
typedef void *object;
typedef void (*function)(void *);

/// The kinds of work. Each has its own way to start.
enum kind { async, async_f, barrier_async, group_async, group_notify, after, after_f, thread };

struct ccomposable_work {
  enum kind kind;
  object queue, group;
  /// A block, retained, or the argument of `function`.
  void *block;
  function function;
  uint64_t time;
  struct thread_start *thread;
  /// Called after the block has run.
  function on_end;
  void *context;
};

/// A thread that waits for its start. The work and the thread each own one reference.
struct thread_start {
  void *(*function)(void *);
  void *argument;
  pthread_mutex_t lock;
  pthread_cond_t condition;
  bool has_started;
  int owners;
};

static void (*hold)(struct ccomposable_work *, const char *);
static void (*block)(const char *, bool);

static _Thread_local bool holds_work;

void ccomposable_hold_work(bool is_held) { holds_work = is_held; }

// MARK: The functions themselves

static struct {
  void (*async)(object, void *);
  void (*async_f)(object, void *, function);
  void (*barrier_async)(object, void *);
  void (*group_async)(object, object, void *);
  void (*group_notify)(object, object, void *);
  void (*after)(uint64_t, object, void *);
  void (*after_f)(uint64_t, object, void *, function);
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

  void (*sync)(object, void *);
  void (*barrier_sync)(object, void *);
  void (*async_and_wait)(object, void *);
  intptr_t (*semaphore_wait)(object, uint64_t);
  intptr_t (*group_wait)(object, uint64_t);
  intptr_t (*block_wait)(void *, uint64_t);
  int (*join)(pthread_t, void **);
  int (*cond_wait)(pthread_cond_t *, pthread_mutex_t *);
  int (*cond_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
  int (*sem_wait)(sem_t *);
  int (*sem_timedwait)(sem_t *, const struct timespec *);
  int (*nanosleep)(const struct timespec *, struct timespec *);
  int (*usleep)(unsigned);
  unsigned (*sleep)(unsigned);
  int (*sched_yield)(void);
  int (*poll)(struct pollfd *, nfds_t, int);
  int (*select)(int, fd_set *, fd_set *, fd_set *, struct timeval *);
} real;

static struct {
  void *(*copy)(const void *);
  void (*release)(const void *);
  void (*retain_object)(object);
  void (*release_object)(object);
  void (*enter)(object);
  void (*leave)(object);
  const char *(*label)(object);
  object (*create_group)(void);
  object (*create_queue)(const char *, object);
  void *(*create_block)(unsigned long, void *);
  void (*group_async_f)(object, object, void *, function);
  void (*group_notify_f)(object, object, void *, function);
} dispatch;

/// The queue on which the end of a block is reported.
static object end_queue;

// MARK: Origins

static _Thread_local uintptr_t origin;
static uintptr_t (*current_origin)(void);
static _Thread_local bool marks_work;

uintptr_t ccomposable_work_origin(void) { return origin; }

void ccomposable_mark_work(bool is_marked) { marks_work = is_marked; }

/// Returns the origin of work that the calling thread hands over. 0: it is not marked.
static uintptr_t next_origin(void) { return marks_work ? current_origin() : origin; }

/// The header of a block, by the ABI of blocks.
struct block_header {
  void *isa;
  int32_t flags, reserved;
  void (*invoke)(void *);
};

/// Work with an origin, which its thread has while the work runs.
struct marked_work {
  uintptr_t origin;
  /// A block, retained, or the argument of `function` or `thread`.
  void *block;
  function function;
  void *(*thread)(void *);
  object group;
};

static struct marked_work *mark(struct marked_work fields) {
  struct marked_work *work = malloc(sizeof *work);
  *work = fields;
  if (!work->function && !work->thread) work->block = dispatch.copy(work->block);
  return work;
}

static void run_marked(void *pointer) {
  struct marked_work work = *(struct marked_work *)pointer;
  free(pointer);
  uintptr_t outer = origin;
  origin = work.origin;
  if (work.function) {
    work.function(work.block);
  } else {
    ((struct block_header *)work.block)->invoke(work.block);
    dispatch.release(work.block);
  }
  origin = outer;
  if (!work.group) return;
  dispatch.leave(work.group);
  dispatch.release_object(work.group);
}

static void *run_marked_thread(void *pointer) {
  struct marked_work work = *(struct marked_work *)pointer;
  free(pointer);
  origin = work.origin;
  return work.thread(work.block);
}

// MARK: Work

static void hold_block(struct ccomposable_work fields) {
  struct ccomposable_work *work = malloc(sizeof *work);
  *work = fields;
  if (!work->function) work->block = dispatch.copy(work->block);
  dispatch.retain_object(work->queue);
  if (work->group) dispatch.retain_object(work->group);
  const char *label = dispatch.label(work->queue);
  hold(work, label ? label : "");
}

static void redirected_async(object queue, void *block) {
  if (!holds_work) {
    uintptr_t origin = next_origin();
    if (!origin) return real.async(queue, block);
    return real.async_f(
        queue, mark((struct marked_work){.origin = origin, .block = block}), run_marked);
  }
  hold_block((struct ccomposable_work){.kind = async, .queue = queue, .block = block});
}

static void redirected_async_f(object queue, void *context, function function) {
  if (!holds_work) {
    uintptr_t origin = next_origin();
    if (!origin) return real.async_f(queue, context, function);
    struct marked_work work = {.origin = origin, .block = context, .function = function};
    return real.async_f(queue, mark(work), run_marked);
  }
  hold_block((struct ccomposable_work){
      .kind = async_f, .queue = queue, .block = context, .function = function});
}

static void redirected_barrier_async(object queue, void *block) {
  if (!holds_work) return real.barrier_async(queue, block);
  hold_block((struct ccomposable_work){.kind = barrier_async, .queue = queue, .block = block});
}

static void redirected_group_async(object group, object queue, void *block) {
  if (!holds_work) {
    uintptr_t origin = next_origin();
    if (!origin) return real.group_async(group, queue, block);
    dispatch.enter(group);
    dispatch.retain_object(group);
    struct marked_work work = {.origin = origin, .block = block, .group = group};
    return real.async_f(queue, mark(work), run_marked);
  }
  // The group counts the block from now on.
  dispatch.enter(group);
  hold_block((struct ccomposable_work){
      .kind = group_async, .queue = queue, .group = group, .block = block});
}

static void redirected_group_notify(object group, object queue, void *block) {
  if (!holds_work) return real.group_notify(group, queue, block);
  hold_block((struct ccomposable_work){
      .kind = group_notify, .queue = queue, .group = group, .block = block});
}

static void redirected_after(uint64_t time, object queue, void *block) {
  if (!holds_work) {
    uintptr_t origin = next_origin();
    if (!origin) return real.after(time, queue, block);
    return real.after_f(
        time, queue, mark((struct marked_work){.origin = origin, .block = block}), run_marked);
  }
  hold_block(
      (struct ccomposable_work){.kind = after, .queue = queue, .block = block, .time = time});
}

static void redirected_after_f(uint64_t time, object queue, void *context, function function) {
  if (!holds_work) {
    uintptr_t origin = next_origin();
    if (!origin) return real.after_f(time, queue, context, function);
    struct marked_work work = {.origin = origin, .block = context, .function = function};
    return real.after_f(time, queue, mark(work), run_marked);
  }
  hold_block((struct ccomposable_work){
      .kind = after_f, .queue = queue, .block = context, .function = function, .time = time});
}

/// Whether the calling thread is in `run()` of Foundation's `Process`. The first one of a process starts
/// threads that serve all of them, and waits for one: neither is work of the feature, and the second
/// `Process` must give the same result.
static bool is_starting_processes(void) {
  void *frames[32];
  int count = backtrace(frames, sizeof frames / sizeof *frames);
  for (int index = 0; index < count; index++) {
    Dl_info info;
    if (!dladdr(frames[index], &info) || !info.dli_sname) continue;
    static const char *const run = "$s10Foundation7ProcessC3runyyKF";
    if (strcmp(info.dli_sname, run) == 0) return true;
  }
  return false;
}

static void release_thread(struct thread_start *start) {
  pthread_mutex_lock(&start->lock);
  int owners = --start->owners;
  pthread_mutex_unlock(&start->lock);
  if (owners > 0) return;
  pthread_mutex_destroy(&start->lock);
  pthread_cond_destroy(&start->condition);
  free(start);
}

static void *run_thread(void *pointer) {
  struct thread_start *start = pointer;
  pthread_mutex_lock(&start->lock);
  while (!start->has_started) pthread_cond_wait(&start->condition, &start->lock);
  pthread_mutex_unlock(&start->lock);
  void *(*function)(void *) = start->function;
  void *argument = start->argument;
  release_thread(start);
  return function(argument);
}

static int redirected_create(
    pthread_t *thread_id, const pthread_attr_t *attributes, void *(*function)(void *),
    void *argument) {
  if (holds_work && is_starting_processes()) {
    return real.create(thread_id, attributes, function, argument);
  }
  if (!holds_work) {
    uintptr_t origin = next_origin();
    if (!origin) return real.create(thread_id, attributes, function, argument);
    struct marked_work work = {.origin = origin, .block = argument, .thread = function};
    struct marked_work *marked = mark(work);
    int error = real.create(thread_id, attributes, run_marked_thread, marked);
    if (error) free(marked);
    return error;
  }
  struct thread_start *start = malloc(sizeof *start);
  *start = (struct thread_start){.function = function, .argument = argument, .owners = 2};
  pthread_mutex_init(&start->lock, NULL);
  pthread_cond_init(&start->condition, NULL);
  int error = real.create(thread_id, attributes, run_thread, start);
  if (error) {
    start->owners = 1;
    release_thread(start);
    return error;
  }
  struct ccomposable_work *work = malloc(sizeof *work);
  *work = (struct ccomposable_work){.kind = thread, .thread = start};
  hold(work, NULL);
  return 0;
}

static void free_work(struct ccomposable_work *work) {
  if (work->kind != thread) {
    if (!work->function) dispatch.release(work->block);
    if (work->group) dispatch.release_object(work->group);
    dispatch.release_object(work->queue);
  }
  free(work);
}

static void end_work(void *pointer) {
  struct ccomposable_work *work = pointer;
  if (work->group) dispatch.leave(work->group);
  work->on_end(work->context);
  free_work(work);
}

bool ccomposable_is_immediate(const struct ccomposable_work *work) {
  switch (work->kind) {
  case async: case async_f: case barrier_async: case group_async: return true;
  case group_notify: case after: case after_f: case thread: return false;
  }
}

void ccomposable_start_immediate_work(
    struct ccomposable_work *work, void (*on_end)(void *), void *context) {
  work->on_end = on_end;
  work->context = context;
  // A group reports the end and keeps the flags of the block.
  object group = dispatch.create_group();
  if (work->function) {
    dispatch.group_async_f(group, work->queue, work->block, work->function);
  } else if (work->kind == barrier_async) {
    const unsigned long barrier = 1;
    void *block = dispatch.create_block(barrier, work->block);
    real.group_async(group, work->queue, block);
    dispatch.release(block);
  } else {
    real.group_async(group, work->queue, work->block);
  }
  dispatch.group_notify_f(group, end_queue, work, end_work);
  dispatch.release_object(group);
}

void ccomposable_start_work(struct ccomposable_work *work) {
  switch (work->kind) {
  case async: case async_f: case barrier_async: case group_async: abort();
  case group_notify: real.group_notify(work->group, work->queue, work->block); break;
  case after: real.after(work->time, work->queue, work->block); break;
  case after_f: real.after_f(work->time, work->queue, work->block, work->function); break;
  case thread:
    pthread_mutex_lock(&work->thread->lock);
    work->thread->has_started = true;
    pthread_cond_signal(&work->thread->condition);
    pthread_mutex_unlock(&work->thread->lock);
    release_thread(work->thread);
    break;
  }
  free_work(work);
}

// MARK: Blocking calls

static void redirected_sync(object queue, void *work) {
  if (holds_work) block("dispatch_sync", true);
  real.sync(queue, work);
}

static void redirected_barrier_sync(object queue, void *work) {
  if (holds_work) block("dispatch_barrier_sync", true);
  real.barrier_sync(queue, work);
}

static void redirected_async_and_wait(object queue, void *work) {
  if (holds_work) block("dispatch_async_and_wait", true);
  real.async_and_wait(queue, work);
}

// A semaphore or group for which the thread need not wait blocks nothing. Held work has not begun,
// so it cannot have signalled: the result is the same in each run.

static intptr_t redirected_semaphore_wait(object semaphore, uint64_t deadline) {
  if (holds_work) {
    if (real.semaphore_wait(semaphore, 0) == 0) return 0;
    block("dispatch_semaphore_wait", false);
  }
  return real.semaphore_wait(semaphore, deadline);
}

static intptr_t redirected_group_wait(object group, uint64_t deadline) {
  if (holds_work) {
    if (real.group_wait(group, 0) == 0) return 0;
    block("dispatch_group_wait", false);
  }
  return real.group_wait(group, deadline);
}

static intptr_t redirected_block_wait(void *work, uint64_t deadline) {
  if (holds_work) block("dispatch_block_wait", false);
  return real.block_wait(work, deadline);
}

static int redirected_join(pthread_t thread_id, void **result) {
  if (holds_work) block("pthread_join", false);
  return real.join(thread_id, result);
}

static int redirected_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock) {
  if (holds_work && !is_starting_processes()) block("pthread_cond_wait", false);
  return real.cond_wait(condition, lock);
}

static int redirected_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *lock, const struct timespec *deadline) {
  if (holds_work) block("pthread_cond_timedwait", false);
  return real.cond_timedwait(condition, lock, deadline);
}

static int redirected_sem_wait(sem_t *semaphore) {
  if (holds_work) {
    if (sem_trywait(semaphore) == 0) return 0;
    block("sem_wait", false);
  }
  return real.sem_wait(semaphore);
}

static int redirected_sem_timedwait(sem_t *semaphore, const struct timespec *deadline) {
  if (holds_work) {
    if (sem_trywait(semaphore) == 0) return 0;
    block("sem_timedwait", false);
  }
  return real.sem_timedwait(semaphore, deadline);
}

static int redirected_nanosleep(const struct timespec *time, struct timespec *remaining) {
  if (holds_work) block("nanosleep", false);
  return real.nanosleep(time, remaining);
}

static int redirected_usleep(unsigned microseconds) {
  if (holds_work) block("usleep", false);
  return real.usleep(microseconds);
}

static unsigned redirected_sleep(unsigned seconds) {
  if (holds_work) block("sleep", false);
  return real.sleep(seconds);
}

static int redirected_sched_yield(void) {
  if (holds_work) block("sched_yield", false);
  return real.sched_yield();
}

static int redirected_poll(struct pollfd *descriptors, nfds_t count, int timeout) {
  if (holds_work) block("poll", false);
  return real.poll(descriptors, count, timeout);
}

static int redirected_select(
    int count, fd_set *reading, fd_set *writing, fd_set *failing, struct timeval *timeout) {
  if (holds_work) block("select", false);
  return real.select(count, reading, writing, failing, timeout);
}

// MARK: Redirection

#define FUNCTION(name, redirected, original) \
  {name, (void *)redirected, (void **)&original}

static const struct ccomposable_redirection redirections[] = {
    FUNCTION("dispatch_async", redirected_async, real.async),
    FUNCTION("dispatch_async_f", redirected_async_f, real.async_f),
    FUNCTION("dispatch_barrier_async", redirected_barrier_async, real.barrier_async),
    FUNCTION("dispatch_group_async", redirected_group_async, real.group_async),
    FUNCTION("dispatch_group_notify", redirected_group_notify, real.group_notify),
    FUNCTION("dispatch_after", redirected_after, real.after),
    FUNCTION("dispatch_after_f", redirected_after_f, real.after_f),
    FUNCTION("pthread_create", redirected_create, real.create),
    FUNCTION("dispatch_sync", redirected_sync, real.sync),
    FUNCTION("dispatch_barrier_sync", redirected_barrier_sync, real.barrier_sync),
    FUNCTION("dispatch_async_and_wait", redirected_async_and_wait, real.async_and_wait),
    FUNCTION("dispatch_semaphore_wait", redirected_semaphore_wait, real.semaphore_wait),
    FUNCTION("dispatch_group_wait", redirected_group_wait, real.group_wait),
    FUNCTION("dispatch_block_wait", redirected_block_wait, real.block_wait),
    FUNCTION("pthread_join", redirected_join, real.join),
    FUNCTION("pthread_cond_wait", redirected_cond_wait, real.cond_wait),
    FUNCTION("pthread_cond_timedwait", redirected_cond_timedwait, real.cond_timedwait),
    FUNCTION("sem_wait", redirected_sem_wait, real.sem_wait),
    FUNCTION("sem_timedwait", redirected_sem_timedwait, real.sem_timedwait),
    FUNCTION("nanosleep", redirected_nanosleep, real.nanosleep),
    FUNCTION("usleep", redirected_usleep, real.usleep),
    FUNCTION("sleep", redirected_sleep, real.sleep),
    FUNCTION("sched_yield", redirected_sched_yield, real.sched_yield),
    FUNCTION("poll", redirected_poll, real.poll),
    FUNCTION("select", redirected_select, real.select),
    {NULL, NULL, NULL},
};

bool ccomposable_redirect_work(
    void (*on_hold)(struct ccomposable_work *, const char *), void (*on_block)(const char *, bool),
    uintptr_t (*get_origin)(void)) {
  dispatch.copy = dlsym(RTLD_DEFAULT, "_Block_copy");
  dispatch.release = dlsym(RTLD_DEFAULT, "_Block_release");
  dispatch.retain_object = dlsym(RTLD_DEFAULT, "dispatch_retain");
  dispatch.release_object = dlsym(RTLD_DEFAULT, "dispatch_release");
  dispatch.enter = dlsym(RTLD_DEFAULT, "dispatch_group_enter");
  dispatch.leave = dlsym(RTLD_DEFAULT, "dispatch_group_leave");
  dispatch.label = dlsym(RTLD_DEFAULT, "dispatch_queue_get_label");
  dispatch.create_group = dlsym(RTLD_DEFAULT, "dispatch_group_create");
  dispatch.create_queue = dlsym(RTLD_DEFAULT, "dispatch_queue_create");
  dispatch.create_block = dlsym(RTLD_DEFAULT, "dispatch_block_create");
  dispatch.group_async_f = dlsym(RTLD_DEFAULT, "dispatch_group_async_f");
  dispatch.group_notify_f = dlsym(RTLD_DEFAULT, "dispatch_group_notify_f");
  // The libraries are linked statically: their calls cannot be redirected.
  if (!dispatch.copy || !dispatch.label || !dispatch.leave || !dispatch.group_async_f) return false;
  end_queue = dispatch.create_queue("macho.ended-work", NULL);
  hold = on_hold;
  block = on_block;
  current_origin = get_origin;
  ccomposable_redirect(redirections);
  return true;
}

#else

bool ccomposable_redirect_work(
    void (*on_hold)(struct ccomposable_work *, const char *), void (*on_block)(const char *, bool),
    uintptr_t (*get_origin)(void)) {
  return false;
}

uintptr_t ccomposable_work_origin(void) { return 0; }
void ccomposable_mark_work(bool is_marked) {}

void ccomposable_hold_work(bool is_held) {}
bool ccomposable_is_immediate(const struct ccomposable_work *work) { return false; }
void ccomposable_start_immediate_work(
    struct ccomposable_work *work, void (*on_end)(void *), void *context) {}
void ccomposable_start_work(struct ccomposable_work *work) {}

#endif
