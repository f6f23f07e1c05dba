#pragma once

#include <stddef.h>
#include <sys/types.h>

// Defined only where MACHO_LINUX is.
//
// Functions that Swift cannot call: `fork`, which it declares unavailable, and C macros and variadic
// functions.

/// Forks the process, which must be single-threaded. Returns what `fork` returns.
pid_t cmachokit_fork(void);

/// Makes the system kill this process when the thread that forked it exits. Returns whether `parent`
/// is still alive.
int cmachokit_end_with_parent(pid_t parent);

/// Returns a close-on-exec descriptor that is readable once a child has exited, or -1.
int cmachokit_process_descriptor(pid_t child);

/// Creates a pair of close-on-exec sockets that preserve message boundaries. Returns 0, or -1 on error.
int cmachokit_sockets(int ends[2]);

/// Sends a message with `number` descriptors, at most four. Returns 0, or -1 on error. A closed peer is
/// an error, not a signal.
int cmachokit_send(
  int socket, const void *bytes, size_t count, const int *descriptors, size_t number);

/// Receives a message of at most `count` bytes with exactly `number` descriptors, at most four. Returns
/// its length, 0 at the end, or -1 on error. For a longer message or another number of descriptors it
/// returns an error and closes the received descriptors.
ssize_t cmachokit_receive(int socket, void *bytes, size_t count, int *descriptors, size_t number);

/// Calls `body` before this process ends by `_exit`, which runs no handler of `atexit`. Not in a child
/// process that was forked without this call. No effect with a sanitizer, which has an `_exit` of its own.
void cmachokit_on_immediate_exit(void (*body)(void));

/// Calls a function with the path of each shared library that the process has loaded.
void cmachokit_each_library(void (*body)(const char *path, void *context), void *context);
