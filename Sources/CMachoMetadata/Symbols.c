#define _GNU_SOURCE
#include "CMachoMetadata.h"
#include "Failure.h"
#include <string.h>

extern char *swift_demangle(const char *name, size_t length, char *output, size_t *outputSize,
                            uint32_t flags);

char *macho_demangle(const char *name) {
  return swift_demangle(name, strlen(name), NULL, NULL, 0);
}

#if defined(MACHO_LINUX) && defined(__LP64__)
#include <elf.h>
#include <fcntl.h>
#include <link.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether `count` records of `size` bytes at `offset` lie inside a file of `length` bytes.
static bool contains(size_t length, size_t offset, size_t count, size_t size) {
  return offset <= length && (count == 0 || size <= (length - offset) / count);
}

// Called with the name and the entry of each function symbol.
typedef void (*Visitor)(const char *name, const Elf64_Sym *entry, void *context);

static bool visitSection(const char *file, size_t length, const Elf64_Shdr *symbols,
                         const Elf64_Shdr *names, Visitor visit, void *context) {
  size_t count = symbols->sh_size / sizeof(Elf64_Sym);
  if (!contains(length, symbols->sh_offset, count, sizeof(Elf64_Sym))) return false;
  if (!contains(length, names->sh_offset, names->sh_size, 1) || names->sh_size == 0) return false;
  const char *text = file + names->sh_offset;
  // Every name ends inside the section.
  if (text[names->sh_size - 1] != 0) return false;
  const Elf64_Sym *entries = (const Elf64_Sym *)(file + symbols->sh_offset);
  for (size_t index = 0; index < count; index++) {
    const Elf64_Sym *entry = &entries[index];
    if (ELF64_ST_TYPE(entry->st_info) != STT_FUNC || entry->st_shndx == SHN_UNDEF) continue;
    if (entry->st_name >= names->sh_size) continue;
    visit(text + entry->st_name, entry, context);
  }
  return true;
}

static bool visitFile(const char *file, size_t length, Visitor visit, void *context) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)file;
  if (length < sizeof(*header) || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0) return false;
  if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_shentsize != sizeof(Elf64_Shdr)) {
    return false;
  }
  if (!contains(length, header->e_shoff, header->e_shnum, sizeof(Elf64_Shdr))) return false;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(file + header->e_shoff);
  for (size_t index = 0; index < header->e_shnum; index++) {
    const Elf64_Shdr *section = &sections[index];
    if (section->sh_type != SHT_SYMTAB || section->sh_link >= header->e_shnum) continue;
    return visitSection(file, length, section, &sections[section->sh_link], visit, context);
  }
  return false;
}

static bool visitFunctions(Visitor visit, void *context) {
  int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status;
  void *file = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
    file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  close(descriptor);
  if (file == MAP_FAILED) return false;
  bool isReadable = visitFile(file, (size_t)status.st_size, visit, context);
  munmap(file, (size_t)status.st_size);
  return isReadable;
}

typedef struct {
  const char *prefix;
  size_t prefixLength;
  uintptr_t base;
  void (*found)(const char *, bool, uintptr_t, void *);
  void *context;
} NameSearch;

static void visitName(const char *name, const Elf64_Sym *entry, void *context) {
  const NameSearch *search = context;
  if (strncmp(name, search->prefix, search->prefixLength) != 0) return;
  bool isGlobal = ELF64_ST_BIND(entry->st_info) == STB_GLOBAL;
  search->found(name, isGlobal, search->base + entry->st_value, search->context);
}

// Stores where the executable is loaded. It is the first image.
static int readBase(struct dl_phdr_info *image, size_t size, void *context) {
  (void)size;
  *(uintptr_t *)context = image->dlpi_addr;
  return 1;
}

// What the addresses in the file of the executable are relative to.
static uintptr_t executableBase(void) {
  uintptr_t base = 0;
  dl_iterate_phdr(readBase, &base);
  return base;
}

bool macho_find_functions(const char *prefix, void *context,
                          void (*found)(const char *, bool, uintptr_t, void *)) {
  NameSearch search = {prefix, strlen(prefix), executableBase(), found, context};
  return visitFunctions(visitName, &search);
}

typedef struct {
  uintptr_t address;
  char *name;
} AddressSearch;

static void visitAddress(const char *name, const Elf64_Sym *entry, void *context) {
  AddressSearch *search = context;
  if (search->name != NULL || entry->st_value != search->address) return;
  search->name = strdup(name);
  if (search->name == NULL) machoFail("no memory for the name of a function");
}

char *macho_function_at(uintptr_t address) {
  AddressSearch search = {address - executableBase(), NULL};
  visitFunctions(visitAddress, &search);
  return search.name;
}
#else
bool macho_find_functions(const char *prefix, void *context,
                          void (*found)(const char *, bool, uintptr_t, void *)) {
  (void)prefix, (void)context, (void)found;
  return false;
}

char *macho_function_at(uintptr_t address) {
  (void)address;
  return NULL;
}
#endif
