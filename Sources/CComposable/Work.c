#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"
#include "HandedWork.h"
#include "Redirection.h"

#if defined(MACHO_LINUX) && defined(__GLIBC__) && defined(__LP64__)

#include <dlfcn.h>
#include <execinfo.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/// The kinds of work. Each has its own way to start.
enum kind { async, barrier_async, group_async, group_notify, after, thread, call };

struct ccomposable_work {
  enum kind kind;
  object queue, group;
  /// A block, retained, or the argument of `function`.
  void *block;
  /// `NULL` for a block.
  function function;
  uint64_t time;
  struct thread_start *thread;
  struct held_call call;
  /// The ticket of its begin.
  uint64_t ticket;
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

static void (*hold)(struct ccomposable_work *, const char *, const char *);
static bool (*block)(const char *, object, int64_t);

static _Thread_local bool holds_work;
static _Thread_local bool owns_work;
/// Whether all threads hold their work, while the owner's thread waits for its turn in a queue.
static _Atomic(bool) holds_nested_work;

void ccomposable_hold_work(bool is_held) { holds_work = is_held; }

bool ccomposable_holds_work(void) { return holds_work && !owns_work; }

bool ccomposable_exclude_work(bool is_excluded) {
  bool was_excluded = owns_work;
  owns_work = is_excluded;
  return was_excluded;
}

// MARK: The functions themselves

static struct {
  void (*async)(object, void *);
  void (*async_f)(object, void *, function);
  void (*barrier_async)(object, void *);
  void (*barrier_async_f)(object, void *, function);
  void (*group_async)(object, object, void *);
  void (*group_async_f)(object, object, void *, function);
  void (*group_notify)(object, object, void *);
  void (*group_notify_f)(object, object, void *, function);
  void (*after)(uint64_t, object, void *);
  void (*after_f)(uint64_t, object, void *, function);
  int (*create)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

  void (*sync)(object, void *);
  void (*sync_f)(object, void *, function);
  void (*barrier_sync)(object, void *);
  void (*barrier_sync_f)(object, void *, function);
  void (*async_and_wait)(object, void *);
  void (*apply)(size_t, object, void *);
  void (*apply_f)(size_t, object, void *, void (*)(void *, size_t));
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

enum fate ccomposable_next_fate(void) {
  if (owns_work) return own;
  if (holds_work || atomic_load_explicit(&holds_nested_work, memory_order_relaxed)) return held;
  return next_origin() ? marked : counted;
}

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
  struct marked_work *work = ccomposable_allocate(sizeof *work);
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

static bool is_brief(const struct ccomposable_work *work) {
  return work->kind == async || work->kind == barrier_async || work->kind == group_async;
}

static enum span span(const struct ccomposable_work *work) {
  return is_brief(work) ? brief : lasting;
}

static struct ccomposable_work *make_work(struct ccomposable_work fields) {
  struct ccomposable_work *work = ccomposable_allocate(sizeof *work);
  *work = fields;
  if (!work->function) work->block = dispatch.copy(work->block);
  dispatch.retain_object(work->queue);
  if (work->group) dispatch.retain_object(work->group);
  // The group counts the block from now on.
  if (work->kind == group_async) dispatch.enter(work->group);
  ccomposable_count_handed(span(work));
  return work;
}

/// Holds a block or function, or starts and counts it.
static void hand_over(struct ccomposable_work fields, enum fate fate) {
  struct ccomposable_work *work = make_work(fields);
  if (fate != held) return ccomposable_start_work(work);
  const char *label = dispatch.label(work->queue);
  hold(work, label ? label : "", NULL);
}

static struct marked_work *mark_known(struct marked_work fields) {
  // The store whose work has origins is live: what its effects wait for is not decided.
  ccomposable_add_unknown_work();
  return mark(fields);
}

static void redirected_async(object queue, void *block) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own) return real.async(queue, block);
  if (fate == marked) {
    struct marked_work work = {.origin = next_origin(), .block = block};
    return real.async_f(queue, mark_known(work), run_marked);
  }
  hand_over((struct ccomposable_work){.kind = async, .queue = queue, .block = block}, fate);
}

static void redirected_async_f(object queue, void *context, function function) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own) return real.async_f(queue, context, function);
  if (fate == marked) {
    struct marked_work work = {.origin = next_origin(), .block = context, .function = function};
    return real.async_f(queue, mark_known(work), run_marked);
  }
  hand_over(
      (struct ccomposable_work){
          .kind = async, .queue = queue, .block = context, .function = function},
      fate);
}

static void redirected_barrier_async(object queue, void *block) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own || fate == marked) return real.barrier_async(queue, block);
  hand_over((struct ccomposable_work){.kind = barrier_async, .queue = queue, .block = block}, fate);
}

static void redirected_barrier_async_f(object queue, void *context, function function) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own || fate == marked) return real.barrier_async_f(queue, context, function);
  hand_over(
      (struct ccomposable_work){
          .kind = barrier_async, .queue = queue, .block = context, .function = function},
      fate);
}

static void redirected_group_async(object group, object queue, void *block) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own) return real.group_async(group, queue, block);
  if (fate == marked) {
    dispatch.enter(group);
    dispatch.retain_object(group);
    struct marked_work work = {.origin = next_origin(), .block = block, .group = group};
    return real.async_f(queue, mark_known(work), run_marked);
  }
  hand_over(
      (struct ccomposable_work){
          .kind = group_async, .queue = queue, .group = group, .block = block},
      fate);
}

static void redirected_group_async_f(
    object group, object queue, void *context, function function) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own || fate == marked) return real.group_async_f(group, queue, context, function);
  hand_over(
      (struct ccomposable_work){
          .kind = group_async, .queue = queue, .group = group, .block = context,
          .function = function},
      fate);
}

static void redirected_group_notify(object group, object queue, void *block) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own || fate == marked) return real.group_notify(group, queue, block);
  hand_over(
      (struct ccomposable_work){
          .kind = group_notify, .queue = queue, .group = group, .block = block},
      fate);
}

static void redirected_group_notify_f(
    object group, object queue, void *context, function function) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own || fate == marked) return real.group_notify_f(group, queue, context, function);
  hand_over(
      (struct ccomposable_work){
          .kind = group_notify, .queue = queue, .group = group, .block = context,
          .function = function},
      fate);
}

static void redirected_after(uint64_t time, object queue, void *block) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own) return real.after(time, queue, block);
  if (fate == marked) {
    struct marked_work work = {.origin = next_origin(), .block = block};
    return real.after_f(time, queue, mark_known(work), run_marked);
  }
  hand_over(
      (struct ccomposable_work){.kind = after, .queue = queue, .block = block, .time = time}, fate);
}

static void redirected_after_f(uint64_t time, object queue, void *context, function function) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own) return real.after_f(time, queue, context, function);
  if (fate == marked) {
    struct marked_work work = {.origin = next_origin(), .block = context, .function = function};
    return real.after_f(time, queue, mark_known(work), run_marked);
  }
  hand_over(
      (struct ccomposable_work){
          .kind = after, .queue = queue, .block = context, .function = function, .time = time},
      fate);
}

// MARK: Threads

/// Whether the calling thread is in `run()` of Foundation's `Process`. The first one of a process starts
/// threads that serve all of them, and waits for one: neither is work of the feature, and the second
/// `Process` must give the same result.
bool ccomposable_is_starting_processes(void) {
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

static void end_thread(void *unused) { ccomposable_count_ended(lasting, 0); }

static void *run_thread(void *pointer) {
  struct thread_start *start = pointer;
  pthread_mutex_lock(&start->lock);
  while (!start->has_started) pthread_cond_wait(&start->condition, &start->lock);
  pthread_mutex_unlock(&start->lock);
  void *(*function)(void *) = start->function;
  void *argument = start->argument;
  release_thread(start);
  void *result;
  // A thread may also end by pthread_exit.
  pthread_cleanup_push(end_thread, NULL);
  result = function(argument);
  pthread_cleanup_pop(1);
  return result;
}

static int create_thread(
    pthread_t *thread_id, const pthread_attr_t *attributes, void *(*function)(void *),
    void *argument, enum fate fate) {
  if (fate != own && ccomposable_is_starting_processes()) {
    return real.create(thread_id, attributes, function, argument);
  }
  struct thread_start *start = ccomposable_allocate(sizeof *start);
  *start = (struct thread_start){.function = function, .argument = argument, .owners = 2};
  pthread_mutex_init(&start->lock, NULL);
  pthread_cond_init(&start->condition, NULL);
  int error = real.create(thread_id, attributes, run_thread, start);
  if (error) {
    start->owners = 1;
    release_thread(start);
    return error;
  }
  struct ccomposable_work *work = ccomposable_allocate(sizeof *work);
  *work = (struct ccomposable_work){.kind = thread, .thread = start};
  ccomposable_count_handed(lasting);
  if (fate == held) {
    hold(work, NULL, NULL);
  } else {
    ccomposable_start_work(work);
  }
  return 0;
}

static int redirected_create(
    pthread_t *thread_id, const pthread_attr_t *attributes, void *(*function)(void *),
    void *argument) {
  enum fate fate = ccomposable_next_fate();
  if (fate == own) return real.create(thread_id, attributes, function, argument);
  if (fate != marked) return create_thread(thread_id, attributes, function, argument, fate);
  struct marked_work work = {.origin = next_origin(), .block = argument, .thread = function};
  struct marked_work *marked = mark_known(work);
  int error = real.create(thread_id, attributes, run_marked_thread, marked);
  if (error) free(marked);
  return error;
}

// MARK: Calls

void ccomposable_hand_over_call(struct held_call call_fields) {
  enum fate fate = ccomposable_next_fate();
  if (fate != own) ccomposable_count_handed(lasting);
  if (fate != held) {
    if (fate != own) ccomposable_add_unknown_work();
    const uintptr_t *a = call_fields.arguments;
    ((void (*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t))
         call_fields.function)(a[0], a[1], a[2], a[3], a[4], a[5]);
    return;
  }
  struct ccomposable_work *work = ccomposable_allocate(sizeof *work);
  *work = (struct ccomposable_work){.kind = call, .call = call_fields};
  for (unsigned index = 0; index < 6; index++) {
    uintptr_t *argument = &work->call.arguments[index];
    if (!*argument) continue;
    if (work->call.objects & (1u << index)) dispatch.retain_object((object)*argument);
    if (work->call.blocks & (1u << index)) *argument = (uintptr_t)dispatch.copy((void *)*argument);
  }
  const char *label = call_fields.queue ? dispatch.label(call_fields.queue) : NULL;
  hold(work, label, call_fields.name);
}

static void perform_call(struct ccomposable_work *work) {
  // Its handlers may be called at any time.
  ccomposable_add_unknown_work();
  const uintptr_t *a = work->call.arguments;
  ((void (*)(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t))
       work->call.function)(a[0], a[1], a[2], a[3], a[4], a[5]);
  for (unsigned index = 0; index < 6; index++) {
    if (!a[index]) continue;
    if (work->call.objects & (1u << index)) dispatch.release_object((object)a[index]);
    if (work->call.blocks & (1u << index)) dispatch.release((void *)a[index]);
    if (work->call.copies & (1u << index)) free((void *)a[index]);
  }
}

// MARK: Start

/// Records the end of a block, and frees the work.
static void end_work(void *pointer) {
  struct ccomposable_work *work = pointer;
  enum span its_span = span(work);
  uint64_t ticket = work->ticket;
  if (work->kind == group_async) dispatch.leave(work->group);
  if (!work->function) dispatch.release(work->block);
  if (work->group) dispatch.release_object(work->group);
  dispatch.release_object(work->queue);
  free(work);
  ccomposable_count_ended(its_span, ticket);
}

static void run_work(void *pointer) {
  struct ccomposable_work *work = pointer;
  if (work->function) {
    work->function(work->block);
  } else {
    ((struct block_header *)work->block)->invoke(work->block);
  }
  end_work(work);
}

/// Starts a block that its queue runs at once. A group reports its end, so that the block keeps its
/// flags.
static void start_block(struct ccomposable_work *work) {
  object group = dispatch.create_group();
  if (work->kind == barrier_async) {
    const unsigned long barrier = 1;
    void *block = dispatch.create_block(barrier, work->block);
    real.group_async(group, work->queue, block);
    dispatch.release(block);
  } else {
    real.group_async(group, work->queue, work->block);
  }
  real.group_notify_f(group, end_queue, work, end_work);
  dispatch.release_object(group);
}

void ccomposable_start_work(struct ccomposable_work *work) {
  if (work->kind != call) work->ticket = ccomposable_count_begun(span(work));
  switch (work->kind) {
  case async: case group_async:
    if (!work->function) return start_block(work);
    return real.async_f(work->queue, work, run_work);
  case barrier_async:
    if (!work->function) return start_block(work);
    return real.barrier_async_f(work->queue, work, run_work);
  case group_notify: return real.group_notify_f(work->group, work->queue, work, run_work);
  case after: return real.after_f(work->time, work->queue, work, run_work);
  case thread:
    pthread_mutex_lock(&work->thread->lock);
    work->thread->has_started = true;
    pthread_cond_signal(&work->thread->condition);
    pthread_mutex_unlock(&work->thread->lock);
    release_thread(work->thread);
    return free(work);
  case call:
    perform_call(work);
    return free(work);
  }
}

bool ccomposable_is_on_queue(const struct ccomposable_work *work, void *queue) {
  return is_brief(work) && work->queue == queue;
}

bool ccomposable_is_lasting(const struct ccomposable_work *work) {
  return !is_brief(work) && work->kind != call;
}

// MARK: Calls that run a block and wait for it

static void no_work(void *unused) {}

/// Lets the earlier work of a queue end, before the calling thread waits for its turn there.
static void await_turn(const char *name, object queue) {
  if (!ccomposable_holds_work()) return;
  const char *label = dispatch.label(queue);
  // A global queue has no turns: it runs the block at once.
  if (label && strncmp(label, "com.apple.root.", 15) == 0) return;
  // What the earlier work hands over has no turn here.
  atomic_store(&holds_nested_work, true);
  // A serial queue does the same. A concurrent one would run the block beside the earlier ones.
  if (block(name, queue, -1)) real.barrier_sync_f(queue, NULL, no_work);
  atomic_store(&holds_nested_work, false);
}

static void redirected_sync(object queue, void *work) {
  await_turn("dispatch_sync", queue);
  real.sync(queue, work);
}

static void redirected_sync_f(object queue, void *context, function function) {
  await_turn("dispatch_sync_f", queue);
  real.sync_f(queue, context, function);
}

static void redirected_barrier_sync(object queue, void *work) {
  await_turn("dispatch_barrier_sync", queue);
  real.barrier_sync(queue, work);
}

static void redirected_barrier_sync_f(object queue, void *context, function function) {
  await_turn("dispatch_barrier_sync_f", queue);
  real.barrier_sync_f(queue, context, function);
}

static void redirected_async_and_wait(object queue, void *work) {
  await_turn("dispatch_async_and_wait", queue);
  real.async_and_wait(queue, work);
}

// The iterations would run on several threads, in an order that depends on time.

static void redirected_apply(size_t count, object queue, void *work) {
  if (!ccomposable_holds_work()) return real.apply(count, queue, work);
  void (*invoke)(void *, size_t) = (void (*)(void *, size_t))((struct block_header *)work)->invoke;
  for (size_t index = 0; index < count; index++) invoke(work, index);
}

static void redirected_apply_f(
    size_t count, object queue, void *context, void (*function)(void *, size_t)) {
  if (!ccomposable_holds_work()) return real.apply_f(count, queue, context, function);
  for (size_t index = 0; index < count; index++) function(context, index);
}

void ccomposable_will_block(const char *function) {
  if (ccomposable_holds_work()) block(function, NULL, -1);
}

void ccomposable_will_sleep(const char *function, int64_t nanoseconds) {
  if (ccomposable_holds_work()) block(function, NULL, nanoseconds);
}

// MARK: Redirection

#define FUNCTION(name, redirected, original) \
  {name, (void *)redirected, (void **)&original}

static const struct ccomposable_redirection redirections[] = {
    FUNCTION("dispatch_async", redirected_async, real.async),
    FUNCTION("dispatch_async_f", redirected_async_f, real.async_f),
    FUNCTION("dispatch_barrier_async", redirected_barrier_async, real.barrier_async),
    FUNCTION("dispatch_barrier_async_f", redirected_barrier_async_f, real.barrier_async_f),
    FUNCTION("dispatch_group_async", redirected_group_async, real.group_async),
    FUNCTION("dispatch_group_async_f", redirected_group_async_f, real.group_async_f),
    FUNCTION("dispatch_group_notify", redirected_group_notify, real.group_notify),
    FUNCTION("dispatch_group_notify_f", redirected_group_notify_f, real.group_notify_f),
    FUNCTION("dispatch_after", redirected_after, real.after),
    FUNCTION("dispatch_after_f", redirected_after_f, real.after_f),
    FUNCTION("pthread_create", redirected_create, real.create),
    FUNCTION("dispatch_sync", redirected_sync, real.sync),
    FUNCTION("dispatch_sync_f", redirected_sync_f, real.sync_f),
    FUNCTION("dispatch_barrier_sync", redirected_barrier_sync, real.barrier_sync),
    FUNCTION("dispatch_barrier_sync_f", redirected_barrier_sync_f, real.barrier_sync_f),
    FUNCTION("dispatch_async_and_wait", redirected_async_and_wait, real.async_and_wait),
    FUNCTION("dispatch_apply", redirected_apply, real.apply),
    FUNCTION("dispatch_apply_f", redirected_apply_f, real.apply_f),
    {NULL, NULL, NULL},
};

bool ccomposable_redirect_again(void) {
  const struct ccomposable_redirection *const lists[] = {
      redirections, ccomposable_call_redirections, ccomposable_blocking_redirections, NULL};
  bool is_complete = ccomposable_redirect(lists);
  // Without the redirection, this module does not count the work that calls hand over.
  if (!is_complete) ccomposable_add_unknown_work();
  return is_complete;
}

bool ccomposable_redirect_work(
    void (*on_hold)(struct ccomposable_work *, const char *, const char *),
    bool (*on_block)(const char *, void *, int64_t), uintptr_t (*get_origin)(void), void (*on_end)(void)) {
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
  // The libraries are linked statically: their calls cannot be redirected.
  if (!dispatch.copy || !dispatch.label || !dispatch.leave || !dispatch.create_group) {
    ccomposable_add_unknown_work();
    return false;
  }
  end_queue = dispatch.create_queue("macho.ended-work", NULL);
  hold = on_hold;
  block = on_block;
  current_origin = get_origin;
  ccomposable_on_end = on_end;
  if (!ccomposable_redirect_again()) return false;
  ccomposable_count_existing_threads();
  return true;
}

#else

bool ccomposable_redirect_work(
    void (*on_hold)(struct ccomposable_work *, const char *, const char *),
    bool (*on_block)(const char *, void *, int64_t), uintptr_t (*get_origin)(void), void (*on_end)(void)) {
  return false;
}

uintptr_t ccomposable_work_origin(void) { return 0; }
void ccomposable_mark_work(bool is_marked) {}

void ccomposable_hold_work(bool is_held) {}
bool ccomposable_exclude_work(bool is_excluded) { return false; }
bool ccomposable_is_on_queue(const struct ccomposable_work *work, void *queue) { return false; }
bool ccomposable_is_lasting(const struct ccomposable_work *work) { return false; }
void ccomposable_start_work(struct ccomposable_work *work) {}

#endif
