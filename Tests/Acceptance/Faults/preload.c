// Makes system calls on regular files fail at random, for the program that is started with LD_PRELOAD.
//
// MACHO_FAULT_SEED is the seed. MACHO_FAULT_KINDS is a set of letters: 's' writes are short, 'i' calls are interrupted,
// 'e' the call with the number MACHO_FAULT_CALL and all later ones fail with EIO.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <unistd.h>

static atomic_ulong calls;

static int has_kind(char kind) {
  const char *kinds = getenv("MACHO_FAULT_KINDS");
  return kinds != NULL && strchr(kinds, kind) != NULL;
}

static int is_regular(int descriptor) {
  struct stat status;
  int saved = errno;
  int regular = fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode);
  errno = saved;
  return regular;
}

// The number of this call, and a random number that depends on it and on the seed.
static unsigned long next(uint64_t *random) {
  unsigned long number = atomic_fetch_add(&calls, 1);
  const char *seed = getenv("MACHO_FAULT_SEED");
  uint64_t mixed = (number + 1) * 0x9E3779B97F4A7C15u + (seed == NULL ? 0 : strtoull(seed, NULL, 10)) * 0xD1B54A32D192ED03u;
  mixed = (mixed ^ (mixed >> 31)) * 0xBF58476D1CE4E5B9u;
  *random = mixed ^ (mixed >> 29);
  return number;
}

// Returns whether a call fails, with errno set.
static int fails(uint64_t random, unsigned long number, int can_be_interrupted) {
  if (has_kind('e')) {
    const char *first = getenv("MACHO_FAULT_CALL");
    if (first != NULL && number >= strtoul(first, NULL, 10)) {
      errno = EIO;
      return 1;
    }
  }
  if (has_kind('i') && can_be_interrupted && random % 3 == 0) {
    errno = EINTR;
    return 1;
  }
  return 0;
}

static size_t shortened(uint64_t random, size_t size) {
  return has_kind('s') && size > 1 ? 1 + (random >> 8) % size : size;
}

ssize_t write(int descriptor, const void *bytes, size_t size) {
  static ssize_t (*original)(int, const void *, size_t);
  if (original == NULL) original = (ssize_t (*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write");
  if (!is_regular(descriptor)) return original(descriptor, bytes, size);
  uint64_t random;
  unsigned long number = next(&random);
  if (fails(random, number, 1)) return -1;
  return original(descriptor, bytes, shortened(random, size));
}

static ssize_t write_at(int descriptor, const void *bytes, size_t size, off_t offset) {
  static ssize_t (*original)(int, const void *, size_t, off_t);
  if (original == NULL) original = (ssize_t (*)(int, const void *, size_t, off_t))dlsym(RTLD_NEXT, "pwrite64");
  if (!is_regular(descriptor)) return original(descriptor, bytes, size, offset);
  uint64_t random;
  unsigned long number = next(&random);
  if (fails(random, number, 1)) return -1;
  return original(descriptor, bytes, shortened(random, size), offset);
}

ssize_t pwrite(int descriptor, const void *bytes, size_t size, off_t offset) {
  return write_at(descriptor, bytes, size, offset);
}

ssize_t pwrite64(int descriptor, const void *bytes, size_t size, off_t offset) {
  return write_at(descriptor, bytes, size, offset);
}

int fsync(int descriptor) {
  static int (*original)(int);
  if (original == NULL) original = (int (*)(int))dlsym(RTLD_NEXT, "fsync");
  if (!is_regular(descriptor)) return original(descriptor);
  uint64_t random;
  unsigned long number = next(&random);
  return fails(random, number, 0) ? -1 : original(descriptor);
}

int rename(const char *from, const char *to) {
  static int (*original)(const char *, const char *);
  if (original == NULL) original = (int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename");
  uint64_t random;
  unsigned long number = next(&random);
  return fails(random, number, 0) ? -1 : original(from, to);
}
