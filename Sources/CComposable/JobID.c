#include "CComposable.h"

// An entry point of the concurrency runtime, which the standard library calls to describe a job.
extern uint64_t swift_task_getJobTaskId(const void *job) __attribute__((swiftcall));

// The flags of a job follow its header, which is four words. They are part of the stable ABI.
enum {
  kindMask = 0xFF,  // 0: a task
  isChildTask = 1 << 24,
  hasInitialExecutor = 1 << 29,
};

bool ccomposable_is_independent_task(const void *job) {
  uint32_t flags = *(const uint32_t *)((const void *const *)job + 4);
  return (flags & (kindMask | isChildTask | hasInitialExecutor)) == 0;
}

uint64_t ccomposable_job_id(const void *job) { return swift_task_getJobTaskId(job); }
