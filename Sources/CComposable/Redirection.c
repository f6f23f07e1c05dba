#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "Redirection.h"

#include <stdint.h>

#if defined(MACHO_LINUX) && defined(__GLIBC__) && defined(__LP64__)

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#if defined(__x86_64__)
#define IS_FUNCTION_SLOT(type) ((type) == R_X86_64_JUMP_SLOT || (type) == R_X86_64_GLOB_DAT)
#elif defined(__aarch64__)
#define IS_FUNCTION_SLOT(type) ((type) == R_AARCH64_JUMP_SLOT || (type) == R_AARCH64_GLOB_DAT)
#else
#define IS_FUNCTION_SLOT(type) false
#endif

// Each library calls functions of other libraries through slots of its own, which the dynamic linker
// fills. A redirection fills them anew. Symbols of the executable with the same names would do the
// same without code, but also in each program that only links this package, and they would
// contradict the definitions of a sanitizer or of static libraries.

/// What the dynamic section of a library says about its slots.
struct library {
  uintptr_t base;
  const ElfW(Sym) *symbols;
  const char *strings;
  const ElfW(Rela) *tables[2];
  size_t sizes[2];
  /// The number of relative relocations, with which the second table begins. They have no symbol.
  size_t relative_count;
  uintptr_t read_only_start, read_only_end;
};

/// Libraries that implement the functions, or whose threads and locks are their own matter. The runtime
/// waits for its backtracer after a crash.
static bool is_excluded(const char *path) {
  static const char *const names[] = {
      "libdispatch.so", "libswiftCore.so", "libswift_Concurrency.so", "libc.so", "ld-linux", "linux-vdso",
      "libpthread.so",  "libedit.so"};
  const char *slash = strrchr(path, '/');
  const char *name = slash ? slash + 1 : path;
  for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
    if (strncmp(name, names[index], strlen(names[index])) == 0) return true;
  }
  return false;
}

static bool read_library(const struct dl_phdr_info *info, struct library *library) {
  const ElfW(Dyn) *dynamic = NULL;
  *library = (struct library){.base = info->dlpi_addr};
  for (int index = 0; index < info->dlpi_phnum; index++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[index];
    if (header->p_type == PT_DYNAMIC) {
      dynamic = (const void *)(library->base + header->p_vaddr);
    } else if (header->p_type == PT_GNU_RELRO) {
      library->read_only_start = library->base + header->p_vaddr;
      library->read_only_end = library->read_only_start + header->p_memsz;
    }
  }
  if (!dynamic) return false;
  for (; dynamic->d_tag != DT_NULL; dynamic++) {
    // glibc has replaced the offsets of these entries by addresses.
    const void *address = (const void *)dynamic->d_un.d_ptr;
    switch (dynamic->d_tag) {
    case DT_SYMTAB: library->symbols = address; break;
    case DT_STRTAB: library->strings = address; break;
    case DT_JMPREL: library->tables[0] = address; break;
    case DT_PLTRELSZ: library->sizes[0] = dynamic->d_un.d_val; break;
    case DT_RELA: library->tables[1] = address; break;
    case DT_RELASZ: library->sizes[1] = dynamic->d_un.d_val; break;
    case DT_RELACOUNT: library->relative_count = dynamic->d_un.d_val; break;
    }
  }
  return library->symbols && library->strings;
}

/// Fills a slot. Returns `false` if its page cannot be written.
///
/// SAFETY: other threads call through the slot meanwhile, and find the old or the new function in it. The
/// dynamic linker's lock, which `dl_iterate_phdr` holds, keeps two threads from protecting one page.
static bool fill(const struct library *library, void **slot, void *value) {
  if (__atomic_load_n(slot, __ATOMIC_RELAXED) == value) return true;
  uintptr_t address = (uintptr_t)slot;
  bool is_read_only = address >= library->read_only_start && address < library->read_only_end;
  uintptr_t page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  void *page = (void *)(address & ~(page_size - 1));
  if (is_read_only && mprotect(page, page_size, PROT_READ | PROT_WRITE) != 0) return false;
  // ORDER: who calls the new function finds the address of the original one.
  __atomic_store_n(slot, value, __ATOMIC_RELEASE);
  // A page that contains the end of the read-only range stays writable, as it was.
  if (is_read_only && (uintptr_t)page + page_size <= library->read_only_end) {
    mprotect(page, page_size, PROT_READ);
  }
  return true;
}

/// The functions to redirect.
struct plan {
  const struct ccomposable_redirection *const *lists;
  /// The set of the first two bytes of their names, hashed.
  uint64_t initials;
  /// Whether all slots could be filled.
  bool is_complete;
};

/// Returns the bit of a name in `plan.initials`.
static uint64_t initials(const char *name) {
  return name[0] ? UINT64_C(1) << ((name[0] * 7 + name[1]) & 63) : 0;
}

static const struct ccomposable_redirection *find(const struct plan *plan, const char *name) {
  for (const struct ccomposable_redirection *const *list = plan->lists; *list; list++) {
    for (const struct ccomposable_redirection *entry = *list; entry->name; entry++) {
      if (strcmp(name, entry->name) == 0) return entry;
    }
  }
  return NULL;
}

static int redirect_library(struct dl_phdr_info *info, size_t size, void *pointer) {
  struct plan *plan = pointer;
  struct library library;
  if (is_excluded(info->dlpi_name) || !read_library(info, &library)) return 0;
  for (int table = 0; table < 2; table++) {
    if (!library.tables[table]) continue;
    size_t count = library.sizes[table] / sizeof(ElfW(Rela));
    size_t first = table == 1 ? library.relative_count : 0;
    for (const ElfW(Rela) *entry = library.tables[table] + first,
                          *end = library.tables[table] + count;
         entry < end; entry++) {
      if (!IS_FUNCTION_SLOT(ELF64_R_TYPE(entry->r_info))) continue;
      const char *name =
          library.strings + library.symbols[ELF64_R_SYM(entry->r_info)].st_name;
      // PERFORMANCE: a program imports tens of thousands of symbols, most of them Swift's.
      if (!(plan->initials & initials(name))) continue;
      const struct ccomposable_redirection *redirection = find(plan, name);
      if (!redirection || !*redirection->original) continue;
      void **slot = (void **)(library.base + entry->r_offset);
      if (!fill(&library, slot, redirection->replacement)) plan->is_complete = false;
    }
  }
  return 0;
}

bool ccomposable_redirect(const struct ccomposable_redirection *const *lists) {
  struct plan plan = {.lists = lists, .is_complete = true};
  for (; *lists; lists++) {
    for (const struct ccomposable_redirection *entry = *lists; entry->name; entry++) {
      // SAFETY: two threads that load libraries find the same address.
      if (!__atomic_load_n(entry->original, __ATOMIC_RELAXED)) {
        __atomic_store_n(entry->original, dlsym(RTLD_DEFAULT, entry->name), __ATOMIC_RELAXED);
      }
      plan.initials |= initials(entry->name);
    }
  }
  dl_iterate_phdr(redirect_library, &plan);
  return plan.is_complete;
}

#endif
