#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

// What the C library declares differently on each system, or only as macros, in one form for Swift.
// Structures of the C library are passed as `void *`: Swift must find them in one module only.
//
// Descriptors are closed on `exec` from the start: another thread may spawn a process at any time.
// macOS has no such calls, so there the flag is set right after.

// MARK: Descriptors. Each function returns -1 and sets `errno` on error.

int cmachosystem_pipe(int ends[2]);
int cmachosystem_socket_pair(int ends[2]);
int cmachosystem_stream_socket(int domain);
int cmachosystem_accept(int socket);

// Creates a file with a unique name, which replaces the `X`s at the end of `name`.
int cmachosystem_temporary_file(char *name);

// Gets the process and the user at the other end of a Unix socket. `process` is 0 if the system does not
// say which.
int cmachosystem_peer(int socket, pid_t *process, uid_t *user);

// The flag of `send` that makes a closed connection an error instead of a signal. 0 without such a flag.
int cmachosystem_no_signal(void);

// MARK: Files

// Returns when the file of a `struct stat` was modified, in nanoseconds since 1970.
int64_t cmachosystem_modification_time(const void *status);

// MARK: Debuggers

// Does nothing. A debugger that has a breakpoint here stops before a line of a script runs.
void cmachosystem_debugger_stop(void);

// MARK: Limits

enum cmachosystem_limit {
  cmachosystem_limit_core,
  cmachosystem_limit_memory,
  cmachosystem_limit_stack,
};

// Gets the soft limit. Returns -1 on error.
int cmachosystem_get_limit(enum cmachosystem_limit limit, uint64_t *value);

// Lowers the soft limit to `value`, if it is higher. Returns -1 on error.
int cmachosystem_lower_limit(enum cmachosystem_limit limit, uint64_t value);

// MARK: Signals. These may be called in a handler. `action` is a `struct sigaction`, and `information` a
// `siginfo_t`.

void cmachosystem_set_handler(void *action, void (*handler)(int));
void cmachosystem_set_informed_handler(void *action, void (*handler)(int, void *, void *));
bool cmachosystem_is_ignored(const void *action);

// Calls the handler, if the action has one. Returns whether it has.
bool cmachosystem_call_handler(
    const void *action, int number, void *information, void *context);

// Returns the address whose access has failed.
uintptr_t cmachosystem_fault_address(const void *information);

// MARK: Threads

// Starts a thread and sets its identity. Returns the number of an error; 0 if there was none.
int cmachosystem_start_thread(uintptr_t *identity, void *(*body)(void *), void *argument);
void cmachosystem_detach_thread(uintptr_t identity);

// Waits until the thread has ended. Detaches it instead if it is the calling thread.
void cmachosystem_join_thread(uintptr_t identity);
