#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "CComposable.h"
#include "HandedWork.h"

#if defined(MACHO_LINUX) && defined(__GLIBC__) && defined(__LP64__)

#include <pthread.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

// Which work of this process other threads have, as far as it decides what an effect waits for.

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/// SAFETY: accessed only under the lock.
static struct {
  /// Whether work was handed over, and whether any of it is lasting, since the last
  /// `ccomposable_forget_ended_work`.
  bool has_handed, has_handed_lasting;
  /// Whether threads have work whose end cannot be observed.
  bool has_unknown;
  /// The number of begun pieces of work that have not ended.
  int brief, lasting;
  /// The number of `ccomposable_forget_brief_work` calls. Work that began before is not counted.
  uint64_t generation;
} counts;

void (*ccomposable_on_end)(void);

void ccomposable_count_handed(enum span span) {
  pthread_mutex_lock(&lock);
  counts.has_handed = true;
  if (span == lasting) counts.has_handed_lasting = true;
  pthread_mutex_unlock(&lock);
}

uint64_t ccomposable_count_begun(enum span span) {
  pthread_mutex_lock(&lock);
  uint64_t ticket = counts.generation;
  if (span == brief) {
    counts.brief++;
  } else {
    counts.lasting++;
  }
  pthread_mutex_unlock(&lock);
  return ticket;
}

void ccomposable_count_ended(enum span span, uint64_t ticket) {
  pthread_mutex_lock(&lock);
  if (span == lasting) {
    counts.lasting--;
  } else if (ticket == counts.generation) {
    counts.brief--;
  }
  pthread_mutex_unlock(&lock);
  if (ccomposable_on_end) ccomposable_on_end();
}

void ccomposable_add_unknown_work(void) {
  pthread_mutex_lock(&lock);
  counts.has_unknown = true;
  pthread_mutex_unlock(&lock);
}

bool ccomposable_has_handed_work(void) {
  pthread_mutex_lock(&lock);
  bool result = counts.has_handed || counts.has_unknown;
  pthread_mutex_unlock(&lock);
  return result;
}

bool ccomposable_has_brief_work(void) {
  pthread_mutex_lock(&lock);
  bool result = counts.brief > 0;
  pthread_mutex_unlock(&lock);
  return result;
}

bool ccomposable_has_lasting_work(void) {
  pthread_mutex_lock(&lock);
  bool result = counts.has_unknown || counts.lasting > 0;
  pthread_mutex_unlock(&lock);
  return result;
}

int ccomposable_lasting_count(void) {
  pthread_mutex_lock(&lock);
  int result = counts.lasting;
  pthread_mutex_unlock(&lock);
  return result;
}

bool ccomposable_has_handed_lasting_work(void) {
  pthread_mutex_lock(&lock);
  bool result = counts.has_unknown || counts.has_handed_lasting;
  pthread_mutex_unlock(&lock);
  return result;
}

void ccomposable_forget_ended_work(void) {
  pthread_mutex_lock(&lock);
  counts.has_handed = counts.has_handed_lasting = false;
  pthread_mutex_unlock(&lock);
}

void ccomposable_forget_brief_work(void) {
  pthread_mutex_lock(&lock);
  if (counts.brief > 0) counts.has_unknown = true;
  counts.brief = 0;
  counts.generation++;
  pthread_mutex_unlock(&lock);
}

// MARK: Memory

void *ccomposable_allocate(size_t size) {
  void *memory = malloc(size);
  if (memory) return memory;
  static const char message[] = "macho: no memory for work of other threads\n";
  // The process ends in any case.
  ssize_t written = write(STDERR_FILENO, message, sizeof message - 1);
  (void)written;
  abort();
}

// MARK: Threads that exist already

static void forget_work_of_parent(void) {
  pthread_mutex_init(&lock, NULL);
  counts.has_handed = counts.has_handed_lasting = counts.has_unknown = false;
  counts.brief = counts.lasting = 0;
  counts.generation++;
}

void ccomposable_count_existing_threads(void) {
  static bool is_prepared;
  if (!is_prepared) {
    // A copy of the process has only the thread that makes it.
    pthread_atfork(NULL, NULL, forget_work_of_parent);
    is_prepared = true;
  }
  // A directory has a link for each of its directories, here one for each thread, and two of its own.
  struct stat status;
  if (stat("/proc/self/task", &status) != 0 || status.st_nlink > 3) ccomposable_add_unknown_work();
}

#else

void ccomposable_add_unknown_work(void) {}
bool ccomposable_has_handed_work(void) { return true; }
bool ccomposable_has_brief_work(void) { return false; }
bool ccomposable_has_lasting_work(void) { return true; }
int ccomposable_lasting_count(void) { return 0; }
bool ccomposable_has_handed_lasting_work(void) { return true; }
void ccomposable_forget_ended_work(void) {}
void ccomposable_forget_brief_work(void) {}
void ccomposable_count_existing_threads(void) {}

#endif
