#include "CComposable.h"

uintptr_t ccomposable_current_thread(void) {
  static _Thread_local char marker;
  return (uintptr_t)&marker;
}
