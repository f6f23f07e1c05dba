#pragma once

#include <stdint.h>

/// A number that differs for any two threads alive at the same time, and is never zero.
///
/// It is the address of a thread-local variable. Not inline: each object file that inlined it
/// would have a variable of its own, and one thread would have many numbers.
uintptr_t ccomposable_current_thread(void);
