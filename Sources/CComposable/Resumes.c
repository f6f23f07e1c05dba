#if defined(MACHO_LINUX) && !defined(_GNU_SOURCE)
#define _GNU_SOURCE
#endif

#include "CComposable.h"

#include <stdatomic.h>
#include <stddef.h>

#if defined(MACHO_LINUX)

#include <link.h>
#include <stdint.h>

// The runtime calls these two variables, if they are set, for the thread sanitizer: `release` with a
// task before it resumes the task's continuation, and `acquire` with a job before it runs the job.
// Weak: where a runtime has no such variables, their addresses are NULL.
extern void (*_swift_tsan_acquire)(const void *) __attribute__((weak));
extern void (*_swift_tsan_release)(const void *) __attribute__((weak));

static void (*previous_acquire)(const void *);
static void (*previous_release)(const void *);

/// The jobs that the owner runs now: one, and those that it runs in turn, as an actor's job does.
/// If there are more, the newest of them replace each other.
enum { job_limit = 8 };
static _Atomic(const void *) running[job_limit];
/// The same pointer as in `running` if another thread has resumed that task.
static _Atomic(const void *) resumed[job_limit];
/// The number of jobs in `running`. Only the owner accesses it.
static int job_count;

static _Thread_local bool is_owner;

// ORDER: relaxed accesses suffice. The owner writes `running` before it makes a continuation known
// to another thread, and reads `resumed` after it has seen the resumed continuation. The
// continuation itself synchronizes the two threads.

static void add_job(const void *job) {
  int index = job_count < job_limit ? job_count++ : job_limit - 1;
  atomic_store_explicit(&resumed[index], NULL, memory_order_relaxed);
  atomic_store_explicit(&running[index], job, memory_order_relaxed);
}

// The runtime calls the two functions with its memory for types too, which all threads share. It is a variable
// of the runtime's image; jobs are on the heap.
extern void *swift_retain(void *object);
static uintptr_t runtime_begin, runtime_end;

static int find_runtime(struct dl_phdr_info *image, size_t size, void *data) {
  uintptr_t begin = UINTPTR_MAX, end = 0;
  for (int index = 0; index < image->dlpi_phnum; index++) {
    if (image->dlpi_phdr[index].p_type != PT_LOAD) continue;
    uintptr_t segment = image->dlpi_addr + image->dlpi_phdr[index].p_vaddr;
    if (segment < begin) begin = segment;
    if (segment + image->dlpi_phdr[index].p_memsz > end) end = segment + image->dlpi_phdr[index].p_memsz;
  }
  uintptr_t function = (uintptr_t)&swift_retain;
  if (function < begin || function >= end) return 0;
  runtime_begin = begin;
  runtime_end = end;
  return 1;
}

static bool is_job(const void *object) {
  return (uintptr_t)object < runtime_begin || (uintptr_t)object >= runtime_end;
}

static void did_acquire(const void *object) {
  if (previous_acquire) previous_acquire(object);
  if (is_owner && job_count > 0 && is_job(object)) add_job(object);
}

static void did_release(const void *object) {
  if (previous_release) previous_release(object);
  if (is_owner) return;
  for (int index = 0; index < job_limit; index++) {
    if (atomic_load_explicit(&running[index], memory_order_relaxed) != object) continue;
    // If the owner has ended the job meanwhile, `running` is another pointer, and this has no
    // effect.
    atomic_store_explicit(&resumed[index], object, memory_order_relaxed);
  }
}

bool ccomposable_observe_resumes(void) {
  if (!&_swift_tsan_acquire || !&_swift_tsan_release) return false;
  is_owner = true;
  if (__atomic_load_n(&_swift_tsan_release, __ATOMIC_ACQUIRE) == did_release) return true;
  dl_iterate_phdr(find_runtime, NULL);
  previous_acquire = __atomic_load_n(&_swift_tsan_acquire, __ATOMIC_ACQUIRE);
  previous_release = __atomic_load_n(&_swift_tsan_release, __ATOMIC_ACQUIRE);
  // SAFETY: other threads of the runtime read the variables meanwhile, and find the old or the new function.
  __atomic_store_n(&_swift_tsan_acquire, did_acquire, __ATOMIC_RELEASE);
  __atomic_store_n(&_swift_tsan_release, did_release, __ATOMIC_RELEASE);
  return true;
}

void ccomposable_begin_job(const void *job) { add_job(job); }

void ccomposable_end_job(void) {
  for (; job_count > 0; job_count--) {
    atomic_store_explicit(&running[job_count - 1], NULL, memory_order_relaxed);
  }
}

bool ccomposable_was_resumed(void) {
  for (int index = 0; index < job_count; index++) {
    const void *job = atomic_load_explicit(&running[index], memory_order_relaxed);
    if (atomic_load_explicit(&resumed[index], memory_order_relaxed) == job) return true;
  }
  return false;
}

#else

bool ccomposable_observe_resumes(void) { return false; }
void ccomposable_begin_job(const void *job) {}
void ccomposable_end_job(void) {}
bool ccomposable_was_resumed(void) { return false; }

#endif
