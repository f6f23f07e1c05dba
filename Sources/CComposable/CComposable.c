#include "CComposable.h"

#include <time.h>

#define SWIFT_CALL __attribute__((swiftcall))

typedef SWIFT_CALL void (*original_enqueue)(void *job);
typedef SWIFT_CALL void (*original_delay)(unsigned long long delay, void *job);
typedef SWIFT_CALL void (*original_deadline)(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job);

extern SWIFT_CALL void (*swift_task_enqueueGlobal_hook)(void *job, original_enqueue original);
extern SWIFT_CALL void (*swift_task_enqueueMainExecutor_hook)(void *job, original_enqueue original);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDelay_hook)(
    unsigned long long delay, void *job, original_delay original);
extern SWIFT_CALL void (*swift_task_enqueueGlobalWithDeadline_hook)(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job, original_deadline original);
extern SWIFT_CALL void swift_get_time(long long *seconds, long long *nanoseconds, int clock);

// Written once by ccomposable_adopt_process before any task exists, and only read afterwards.
static ccomposable_enqueue adopted_enqueue;
static ccomposable_enqueue_after adopted_enqueue_after;

static SWIFT_CALL void on_global(void *job, original_enqueue original) {
  (void)original;
  adopted_enqueue(job, ccomposable_destination_global);
}

static SWIFT_CALL void on_main(void *job, original_enqueue original) {
  (void)original;
  adopted_enqueue(job, ccomposable_destination_main);
}

static SWIFT_CALL void on_delay(unsigned long long delay, void *job, original_delay original) {
  (void)original;
  adopted_enqueue_after(job, delay);
}

static SWIFT_CALL void on_deadline(
    long long seconds, long long nanoseconds, long long tolerance_seconds,
    long long tolerance_nanoseconds, int clock, void *job, original_deadline original) {
  (void)tolerance_seconds;
  (void)tolerance_nanoseconds;
  (void)original;
  long long now_seconds = 0, now_nanoseconds = 0;
  swift_get_time(&now_seconds, &now_nanoseconds, clock);
  // Saturates: a sleep until the end of time is a deadline that is never reached.
  __int128 left = (__int128)(seconds - now_seconds) * 1000000000 + (nanoseconds - now_nanoseconds);
  if (left < 0) left = 0;
  if (left > INT64_MAX) left = INT64_MAX;
  adopted_enqueue_after(job, (uint64_t)left);
}

void ccomposable_adopt_process(
    ccomposable_enqueue enqueue, ccomposable_enqueue_after enqueue_after) {
  adopted_enqueue = enqueue;
  adopted_enqueue_after = enqueue_after;
  swift_task_enqueueGlobal_hook = on_global;
  swift_task_enqueueMainExecutor_hook = on_main;
  swift_task_enqueueGlobalWithDelay_hook = on_delay;
  swift_task_enqueueGlobalWithDeadline_hook = on_deadline;
}
