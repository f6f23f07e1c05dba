#pragma once

#include "Redirection.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What the files of this module share about work for other threads.

#if defined(MACHO_LINUX) && defined(__GLIBC__) && defined(__LP64__)

// libdispatch is not linked: a program that does not use it need not load it. Its objects and blocks
// are pointers here.
typedef void *object;
typedef void (*function)(void *);

/// What happens to work that the calling thread hands to another one.
enum fate {
  /// It is macho's own work and begins.
  own,
  /// It is held.
  held,
  /// It begins with an origin, see `ccomposable_mark_work`.
  marked,
  /// It begins and is counted until it ends.
  counted,
};

enum fate ccomposable_next_fate(void);

/// Whether the calling thread holds the work that it hands over.
bool ccomposable_holds_work(void);

/// Whether the calling thread is in `run()` of Foundation's `Process`.
bool ccomposable_is_starting_processes(void);

// MARK: Counts

/// The kinds of work by their ends.
enum span {
  /// A block that its queue runs at once.
  brief,
  /// A thread, or a block that waits for a time or a group. It may last as long as the process.
  lasting,
};

/// Records that work of a span was handed over.
void ccomposable_count_handed(enum span span);

/// Counts work that begins now. Returns a ticket for its end.
uint64_t ccomposable_count_begun(enum span span);

/// Counts the end of work.
void ccomposable_count_ended(enum span span, uint64_t ticket);

/// Reports the end of counted work, on any thread.
extern void (*ccomposable_on_end)(void);

/// Returns memory for what describes work. Ends the process with a message if there is none: work that is
/// not described would be lost.
void *ccomposable_allocate(size_t size);

// MARK: Calls

/// A call that hands something to another thread, with its arguments: integers and pointers.
struct held_call {
  void *function;
  const char *name;
  uintptr_t arguments[7];
  /// The objects, the blocks and the memory to free among the arguments, by bits of their indices.
  unsigned objects, blocks, copies;
  /// The queue, to name it. `NULL` if there is none.
  object queue;
};

/// Holds or performs a call, by the fate of the calling thread's work.
void ccomposable_hand_over_call(struct held_call call);

/// Redirects the calls of the libraries that were loaded since. Returns whether all of them could be.
bool ccomposable_redirect_again(void);

/// Calls the owner's function before the thread may block.
void ccomposable_will_block(const char *function);

/// Calls the owner's function before the thread may sleep for a time.
/// `INT64_MIN`: it starts a process instead.
void ccomposable_will_sleep(const char *function, int64_t nanoseconds);

extern const struct ccomposable_redirection ccomposable_call_redirections[];
extern const struct ccomposable_redirection ccomposable_blocking_redirections[];

#endif
