#include "CComposable.h"

uintptr_t ccomposable_current_thread(void) {
  static _Thread_local char here;
  return (uintptr_t)&here;
}
