#include "CComposable.h"

// An entry point of the concurrency runtime, which the standard library calls to describe a job.
extern uint64_t swift_task_getJobTaskId(const void *job) __attribute__((swiftcall));

uint64_t ccomposable_job_id(const void *job) { return swift_task_getJobTaskId(job); }
