#pragma once

#include <stdint.h>

/// Returns an identifier of the calling thread: never zero, and unique among live threads.
///
/// It is the address of a thread-local variable. Not inline: each object file that inlined it
/// would have its own variable, and one thread would have several identifiers.
uintptr_t ccomposable_current_thread(void);
