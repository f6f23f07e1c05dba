#pragma once

#include <stdint.h>

/// A number that differs for any two threads alive at the same time, and is never zero.
static inline uintptr_t ccomposable_current_thread(void) {
  // The address of a thread-local variable is its thread's alone, and takes an instruction to get.
  static _Thread_local char here;
  return (uintptr_t)&here;
}
