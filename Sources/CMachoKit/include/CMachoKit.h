#pragma once

#include <stddef.h>
#include <sys/types.h>

#ifdef __linux__

// What Swift cannot call by itself: `fork`, which it declares unavailable, and what C has as macros
// or with arguments of any number.

/// Makes a copy of the process, which must have one thread: 0 in the copy, and else as `fork` says.
pid_t cmachokit_fork(void);

/// Has the system end this process when the thread that made it ends. Returns whether that is
/// there still.
int cmachokit_end_with_parent(pid_t parent);

/// A descriptor, closed in programs that are started, that can be read once a child has ended; or -1.
int cmachokit_process_descriptor(pid_t child);

/// Makes a pipe, closed in programs that are started: 0, or -1.
int cmachokit_pipe(int ends[2]);

/// Makes two sockets for whole messages, closed in programs that are started: 0, or -1.
int cmachokit_sockets(int ends[2]);

/// Sends a message with `number` descriptors, at most four: 0, or -1. A peer that is gone is an error,
/// and no signal.
int cmachokit_send(
  int socket, const void *bytes, size_t count, const int *descriptors, size_t number);

/// Receives a message of at most `count` bytes with exactly `number` descriptors, at most four:
/// its length, 0 at the end, or -1. A message that is longer or has other descriptors is an error,
/// and what came with it is closed.
ssize_t cmachokit_receive(int socket, void *bytes, size_t count, int *descriptors, size_t number);

#endif
