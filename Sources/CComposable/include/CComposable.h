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

/// Whether a job belongs to a task that is the child of no other task and was created without an
/// executor: `Task { }`, `Task.detached { }`.
bool ccomposable_is_independent_task(const void *_Nonnull job);

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
/// The first two functions are called only on threads that hold their work: the owner's, and others
/// while the owner's waits for its turn in a queue.
///
/// - Parameter hold: Receives the work, which `ccomposable_start_work` must start later, the label of
///   its dispatch queue, and the name of the function that was called, if it is not a block for a
///   queue. Both are `NULL` if the work is a thread.
/// - Parameter block: Called before the thread may block. If it waits for its turn in a queue, receives
///   the queue, and returns whether it has started earlier work there. `nanoseconds` is the time for
///   which it sleeps, whatever others do, or -1.
/// - Parameter get_origin: Returns the origin of the work that the calling thread hands over, if it
///   marks its work.
/// - Parameter on_end: Called on any thread when work has ended.
bool ccomposable_redirect_work(
    void (*_Nonnull hold)(
        struct ccomposable_work *_Nonnull work, const char *_Nullable queue,
        const char *_Nullable function),
    bool (*_Nonnull block)(
        const char *_Nonnull function, void *_Nullable queue, int64_t nanoseconds),
    uintptr_t (*_Nonnull get_origin)(void), void (*_Nonnull on_end)(void));

/// Whether the calling thread marks the work that it hands to other threads with an origin. The
/// threads that run the work mark in the same way what they hand over.
void ccomposable_mark_work(bool is_marked);

/// Returns the origin of the work that the calling thread runs. 0: it is not marked.
uintptr_t ccomposable_work_origin(void);

/// Whether the calling thread holds the work that it hands to other threads.
void ccomposable_hold_work(bool is_held);

/// Whether the work that the calling thread hands to other threads is macho's own, which is neither
/// held nor counted. Returns whether it was.
bool ccomposable_exclude_work(bool is_excluded);

/// Whether held work is a block that a queue runs at once.
bool ccomposable_is_on_queue(
    const struct ccomposable_work *_Nonnull work, void *_Nonnull queue);

/// Whether held work is a thread or a block that waits for a time or a group.
bool ccomposable_is_lasting(const struct ccomposable_work *_Nonnull work);

/// Starts held work, from any thread. Frees it when it has ended.
void ccomposable_start_work(struct ccomposable_work *_Nonnull work);

// MARK: What other threads may still do

// Work is brief if it is a block that its queue runs at once. Other work lasts: a thread, a block that
// waits for a time or a group, a source.

/// Whether another thread may act on a store: any work was handed over since the last
/// `ccomposable_forget_ended_work`, or a thread of unknown purpose exists.
bool ccomposable_has_handed_work(void);

/// Whether any of that work lasts.
bool ccomposable_has_handed_lasting_work(void);

/// Whether brief work has begun and has not ended. It includes what such work hands over.
bool ccomposable_has_brief_work(void);

/// Whether lasting work has begun and has not ended, as far as it can be observed.
bool ccomposable_has_lasting_work(void);

/// Returns the number of threads, and of blocks that wait for a time or a group, that have begun and
/// have not ended.
int ccomposable_lasting_count(void);

/// Forgets the work that was handed over. It must have ended.
void ccomposable_forget_ended_work(void);

/// Stops counting the brief work that has not ended. From then on, a thread of unknown purpose exists.
void ccomposable_forget_brief_work(void);

/// Records that a thread acts on a store, although no work that was handed over explains it.
void ccomposable_add_unknown_work(void);

/// Records whether the process has more than one thread now. Copies of the process begin with one.
void ccomposable_count_existing_threads(void);

/// Returns the identifier of the calling thread in the system. 0 if it is not known.
int ccomposable_thread_id(void);

/// Returns the processor time of a thread of this process in nanoseconds, and whether it sleeps in
/// the kernel until something wakes it. -1 if it is not known.
int64_t ccomposable_processor_time(int thread, bool *_Nonnull is_asleep);

// MARK: The main queue and the main run loop

/// Makes the calling thread the one that runs them. Call it before another thread exists.
void ccomposable_set_main_thread(void);

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
