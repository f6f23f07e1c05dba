#pragma once

#include <stdbool.h>
#include <stdint.h>

// Doors to the concurrency runtime's hooks, which Swift cannot name: they use the Swift calling
// convention and the original implementation is handed to the hook as a function pointer.

/// Which of the runtime's global executors a job was meant for.
enum ccomposable_destination {
  ccomposable_destination_global = 0,
  ccomposable_destination_main = 1,
};

/// Takes a job that the runtime would have given to one of its own executors.
typedef void (*ccomposable_enqueue)(void *job, int destination);

/// Takes a job that the runtime would have run after a delay, in nanoseconds from now.
typedef void (*ccomposable_enqueue_after)(void *job, uint64_t nanoseconds);

/// Sends all jobs of the process that have no executor of their own to the two functions.
/// Call it on the main thread, once, before any task exists.
void ccomposable_adopt_process(ccomposable_enqueue enqueue, ccomposable_enqueue_after enqueue_after);

/// A number that differs for any two threads alive at the same time, and is never zero.
static inline uintptr_t ccomposable_current_thread(void) {
  // The address of a thread-local variable is unique to its thread and costs one instruction.
  static _Thread_local char here;
  return (uintptr_t)&here;
}
