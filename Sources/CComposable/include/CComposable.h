#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Returns an identifier of the calling thread: never zero, and unique among live threads.
///
/// It is the address of a thread-local variable. Not inline: each object file that inlined it
/// would have its own variable, and one thread would have several identifiers.
uintptr_t ccomposable_current_thread(void);

/// Returns the identifier of a job: that of its task, for a job of a task. Identifiers are unique
/// in the process.
uint64_t ccomposable_job_id(const void *_Nonnull job);

// MARK: Continuations that other threads resume

/// Makes the calling thread the owner and observes the runtime's continuations. Returns whether the
/// runtime supports it.
bool ccomposable_observe_resumes(void);

/// The owner is about to run a job, or has run it.
void ccomposable_begin_job(const void *_Nonnull job);
void ccomposable_end_job(void);

/// Whether another thread has resumed a continuation of a task that the owner runs. Only the owner
/// may call it.
bool ccomposable_was_resumed(void);

// MARK: Work for other threads

/// A block for a dispatch queue, or the function of a thread, that has not begun.
struct ccomposable_work;

/// Redirects the calls of all loaded libraries that hand work to another thread, or that block the
/// calling thread. Returns whether the platform supports it.
///
/// Both functions are called only on threads that hold their work.
///
/// - Parameter hold: Receives the work, which `ccomposable_start_work` must start later, and the
///   label of its dispatch queue. The label is `NULL` if the work is a thread.
/// - Parameter block: Called before the thread may block. `is_ordered` is whether the call ends
///   after all earlier work of its queue.
/// - Parameter get_origin: Returns the origin of the work that the calling thread hands over, if it
///   marks its work.
bool ccomposable_redirect_work(
    void (*_Nonnull hold)(struct ccomposable_work *_Nonnull work, const char *_Nullable queue),
    void (*_Nonnull block)(const char *_Nonnull function, bool is_ordered),
    uintptr_t (*_Nonnull get_origin)(void));

/// Whether the calling thread marks the work that it hands to other threads with an origin. The
/// threads that run the work mark in the same way what they hand over.
void ccomposable_mark_work(bool is_marked);

/// Returns the origin of the work that the calling thread runs. 0: it is not marked.
uintptr_t ccomposable_work_origin(void);

/// Whether the calling thread holds the work that it hands to other threads.
void ccomposable_hold_work(bool is_held);

/// Whether held work is a block that its queue runs at once: not a thread, nor a block that waits for
/// a time or a group.
bool ccomposable_is_immediate(const struct ccomposable_work *_Nonnull work);

/// Starts immediate work, from any thread, and frees it when it has ended. Calls `on_end` then, on
/// another thread.
void ccomposable_start_immediate_work(
    struct ccomposable_work *_Nonnull work, void (*_Nonnull on_end)(void *_Nonnull),
    void *_Nonnull context);

/// Starts held work that is not immediate, from any thread, and frees it.
void ccomposable_start_work(struct ccomposable_work *_Nonnull work);

// MARK: The main queue and the main run loop

/// Runs the blocks of the main queue, the due timers of the main run loop and what it performs. Does
/// not wait. Only the main thread runs any. Returns whether there was a block or a due timer.
bool ccomposable_run_main_thread(void);

/// Whether the main queue has a block, or a timer is due. `false` on other threads than the main one.
bool ccomposable_has_main_thread_work(void);

/// Returns a descriptor that is readable if the main queue has blocks. -1 if there is none.
int ccomposable_main_queue_descriptor(void);

/// Returns the seconds until the next timer of the main run loop: 0 if it is due, -1 if there is
/// none.
double ccomposable_time_until_main_timer(void);

// MARK: Copies of the process

/// Calls `body` in a copy of the process, whose output is discarded, and returns its result. Returns
/// `false` if the copy traps or does not answer, or if the platform cannot copy a process.
bool ccomposable_ask_copy(bool (*_Nonnull body)(void *_Nonnull), void *_Nonnull context);
