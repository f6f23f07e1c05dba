#include "CMachoMetadata.h"
#include <string.h>

extern char *swift_demangle(const char *name, size_t length, char *output, size_t *outputSize,
                            uint32_t flags);

char *macho_demangle(const char *name) {
  return swift_demangle(name, strlen(name), NULL, NULL, 0);
}

#if defined(__linux__) && defined(__LP64__)
#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// Whether `count` records of `size` bytes at `offset` lie inside a file of `length` bytes.
static bool contains(size_t length, size_t offset, size_t count, size_t size) {
  return offset <= length && (count == 0 || size <= (length - offset) / count);
}

static bool findInSection(const char *file, size_t length, const Elf64_Shdr *symbols,
                          const Elf64_Shdr *names, const char *prefix, void *context,
                          void (*found)(const char *, bool, void *)) {
  size_t count = symbols->sh_size / sizeof(Elf64_Sym);
  if (!contains(length, symbols->sh_offset, count, sizeof(Elf64_Sym))) return false;
  if (!contains(length, names->sh_offset, names->sh_size, 1) || names->sh_size == 0) return false;
  const char *text = file + names->sh_offset;
  // Every name ends inside the section.
  if (text[names->sh_size - 1] != 0) return false;
  size_t prefixLength = strlen(prefix);
  const Elf64_Sym *entries = (const Elf64_Sym *)(file + symbols->sh_offset);
  for (size_t index = 0; index < count; index++) {
    const Elf64_Sym *entry = &entries[index];
    if (ELF64_ST_TYPE(entry->st_info) != STT_FUNC || entry->st_shndx == SHN_UNDEF) continue;
    if (entry->st_name >= names->sh_size) continue;
    const char *name = text + entry->st_name;
    if (strncmp(name, prefix, prefixLength) != 0) continue;
    found(name, ELF64_ST_BIND(entry->st_info) == STB_GLOBAL, context);
  }
  return true;
}

static bool findInFile(const char *file, size_t length, const char *prefix, void *context,
                       void (*found)(const char *, bool, void *)) {
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
    return findInSection(file, length, section, &sections[section->sh_link], prefix, context,
                         found);
  }
  return false;
}

bool macho_find_functions(const char *prefix, void *context,
                          void (*found)(const char *, bool, void *)) {
  int descriptor = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return false;
  struct stat status;
  void *file = MAP_FAILED;
  if (fstat(descriptor, &status) == 0 && status.st_size > 0) {
    file = mmap(NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  }
  close(descriptor);
  if (file == MAP_FAILED) return false;
  bool isReadable = findInFile(file, (size_t)status.st_size, prefix, context, found);
  munmap(file, (size_t)status.st_size);
  return isReadable;
}
#else
bool macho_find_functions(const char *prefix, void *context,
                          void (*found)(const char *, bool, void *)) {
  (void)prefix, (void)context, (void)found;
  return false;
}
#endif
