#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"

#include <stddef.h>

#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>

#ifdef MACHO_LINUX
#include <poll.h>
#include <unistd.h>
#endif

// The functions with which a run loop of the main thread does the same. None of them is linked: a
// program without Dispatch or Foundation has no main queue or no run loop.
static struct {
  const void *(*main_loop)(void);
  double (*next_timer)(const void *loop, const void *mode);
  double (*now)(void);
  int32_t (*run)(const void *mode, double seconds, unsigned char stops);
  const void **default_mode;
#ifdef MACHO_LINUX
  int (*descriptor)(void);
  void (*drain)(void *);
#endif
} main_thread;

static pthread_once_t has_found_functions = PTHREAD_ONCE_INIT;

static void find_functions(void) {
  main_thread.main_loop = dlsym(RTLD_DEFAULT, "CFRunLoopGetMain");
  main_thread.next_timer = dlsym(RTLD_DEFAULT, "CFRunLoopGetNextTimerFireDate");
  main_thread.now = dlsym(RTLD_DEFAULT, "CFAbsoluteTimeGetCurrent");
  main_thread.run = dlsym(RTLD_DEFAULT, "CFRunLoopRunInMode");
  main_thread.default_mode = dlsym(RTLD_DEFAULT, "kCFRunLoopDefaultMode");
#ifdef MACHO_LINUX
  main_thread.descriptor = dlsym(RTLD_DEFAULT, "_dispatch_get_main_queue_port_4CF");
  main_thread.drain = dlsym(RTLD_DEFAULT, "_dispatch_main_queue_callback_4CF");
#endif
}

static bool has_run_loop(void) {
  pthread_once(&has_found_functions, find_functions);
  return main_thread.main_loop && main_thread.next_timer && main_thread.now && main_thread.run &&
         main_thread.default_mode;
}

// SAFETY: set once, before another thread exists. See ccomposable_set_main_thread.
static uintptr_t main_thread_id;

void ccomposable_set_main_thread(void) { main_thread_id = ccomposable_current_thread(); }

static bool is_main_thread(void) { return main_thread_id == ccomposable_current_thread(); }

double ccomposable_time_until_main_timer(void) {
  if (!has_run_loop()) return -1;
  double next = main_thread.next_timer(main_thread.main_loop(), *main_thread.default_mode);
  if (next == 0) return -1;
  double time = next - main_thread.now();
  return time > 0 ? time : 0;
}

#ifdef MACHO_LINUX

int ccomposable_main_queue_descriptor(void) {
  pthread_once(&has_found_functions, find_functions);
  return main_thread.descriptor && main_thread.drain ? main_thread.descriptor() : -1;
}

bool ccomposable_has_main_thread_work(void) {
  if (!is_main_thread()) return false;
  struct pollfd polled = {.fd = ccomposable_main_queue_descriptor(), .events = POLLIN};
  return (polled.fd >= 0 && poll(&polled, 1, 0) == 1) || ccomposable_time_until_main_timer() == 0;
}

bool ccomposable_run_main_thread(void) {
  if (!is_main_thread()) return false;
  int descriptor = ccomposable_main_queue_descriptor();
  bool has_work = ccomposable_time_until_main_timer() == 0;
  if (descriptor >= 0) {
    // ORDER: first the signal, then the queue. What is added meanwhile signals again. Without a signal, a
    // block that is being added is left, because the result must tell whether any ran.
    uint64_t value;
    if (read(descriptor, &value, sizeof value) == sizeof value) {
      has_work = true;
      main_thread.drain(NULL);
    }
  }
  const double immediately = 0;
  if (has_run_loop()) main_thread.run(*main_thread.default_mode, immediately, false);
  return has_work;
}

#else

// Only the run loop runs the main queue here, and nothing tells that the queue has a block.

int ccomposable_main_queue_descriptor(void) { return -1; }

bool ccomposable_has_main_thread_work(void) {
  return is_main_thread() && ccomposable_time_until_main_timer() == 0;
}

bool ccomposable_run_main_thread(void) {
  if (!is_main_thread() || !has_run_loop()) return false;
  bool has_work = ccomposable_time_until_main_timer() == 0;
  const double immediately = 0;
  const int32_t has_handled_source = 4;
  while (main_thread.run(*main_thread.default_mode, immediately, true) == has_handled_source) {
    has_work = true;
  }
  return has_work;
}

#endif
