#include "CMachoMetadata.h"
#include "Failure.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

void machoFail(const char *message) {
  ssize_t written = write(STDERR_FILENO, "macho: ", 7);
  written = write(STDERR_FILENO, message, strlen(message));
  written = write(STDERR_FILENO, "\n", 1);
  (void)written;
  abort();
}

// The value witness table, in the order of Swift's ABI (ValueWitness.def).
struct Witnesses {
  void *initializeBufferWithCopyOfBuffer;
  void (*destroy)(void *, const void *);
  void *(*initializeWithCopy)(void *, const void *, const void *);
  void *assignWithCopy;
  void *(*initializeWithTake)(void *, void *, const void *);
  void *assignWithTake;
  void *getEnumTagSinglePayload;
  void *storeEnumTagSinglePayload;
  size_t size;
  size_t stride;
  uint32_t flags;
  uint32_t extraInhabitants;
  uint32_t (*getEnumTag)(const void *, const void *);
  void (*projectEnumData)(void *, const void *);
  void (*injectEnumTag)(void *, uint32_t, const void *);
};

// The word before the metadata points to the value witness table.
static inline const struct Witnesses *witnesses(const void *type) {
  return ((const struct Witnesses *const *)type)[-1];
}

size_t macho_size(const void *type) { return witnesses(type)->size; }

size_t macho_alignment(const void *type) { return (witnesses(type)->flags & 0xff) + 1; }

bool macho_is_noncopyable(const void *type) {
  return (witnesses(type)->flags & 0x00800000) != 0;
}

bool macho_is_bitwise_takable(const void *type) {
  return (witnesses(type)->flags & 0x00100000) == 0;
}

void macho_destroy(void *value, const void *type) { witnesses(type)->destroy(value, type); }

void macho_initialize_copy(void *target, const void *source, const void *type) {
  witnesses(type)->initializeWithCopy(target, source, type);
}

void macho_initialize_take(void *target, void *source, const void *type) {
  witnesses(type)->initializeWithTake(target, source, type);
}

uint32_t macho_enum_tag(const void *value, const void *type) {
  return witnesses(type)->getEnumTag(value, type);
}

void macho_enum_project(void *value, const void *type) {
  witnesses(type)->projectEnumData(value, type);
}

void macho_enum_inject(void *value, uint32_t tag, const void *type) {
  witnesses(type)->injectEnumTag(value, tag, type);
}

// `swift_allocBox` has Swift's calling convention, which only C can declare.
__attribute__((swiftcall)) extern MachoBox swift_allocBox(const void *type);
extern void *swift_projectBox(void *object);
extern void swift_release(void *object);

MachoBox macho_box_allocate(const void *type) { return swift_allocBox(type); }

void *macho_box_project(void *object) { return swift_projectBox(object); }

void macho_box_release(void *object) { swift_release(object); }

extern const void *swift_getTypeContextDescriptor(const void *type);

const void *macho_type_descriptor(const void *type) {
  return swift_getTypeContextDescriptor(type);
}

void *macho_buffer_resize(void *buffer, size_t size) {
  void *larger = realloc(buffer, size);
  if (!larger) machoFail("no memory for a buffer");
  return larger;
}

void macho_buffer_free(void *buffer) { free(buffer); }

bool macho_is_ascii(const void *bytes, size_t count) {
  const unsigned char *byte = bytes;
  unsigned char all = 0;
  for (size_t index = 0; index < count; index += 1) all |= byte[index];
  return all < 0x80;
}

// Symbols of Swift begin with an underscore on Apple's platforms, as all symbols of C do.
#if defined(__APPLE__)
#define SWIFT_SYMBOL(name) __asm__("_" name)
#else
#define SWIFT_SYMBOL(name) __asm__(name)
#endif

// Requirements of the standard library's protocols are called by its dispatch functions: where they are in
// a witness table is the library's own matter.
//
// Equatable requires `==`, a static function of two borrowed values. The context register holds the
// metatype; the type and the witness table of `Self` are the last arguments.
__attribute__((swiftcall)) extern bool equal(
    const void *left, const void *right, __attribute__((swift_context)) const void *metatype,
    const void *type, const void *table) SWIFT_SYMBOL("$sSQ2eeoiySbx_xtFZTj");

bool macho_are_equal(const void *left, const void *right, const void *type, const void *table) {
  return equal(left, right, type, type, table);
}

size_t macho_first_difference(const void *left, const void *right, size_t stride, size_t start,
                              size_t end, const void *type, const void *table) {
  const char *l = (const char *)left + start * stride;
  const char *r = (const char *)right + start * stride;
  while (start < end && equal(l, r, type, type, table)) {
    start += 1;
    l += stride;
    r += stride;
  }
  return start;
}

size_t macho_last_equal(const void *left, const void *elements, size_t stride, size_t start,
                        size_t end, size_t none, const void *type, const void *table) {
  const char *right = (const char *)elements + end * stride;
  while (end > start) {
    right -= stride;
    end -= 1;
    if (equal(left, right, type, type, table)) return end;
  }
  return none;
}

// Identifiable requires the getter of `id`. It borrows the value in the context register and initializes a
// result of type `ID`.
__attribute__((swiftcall)) extern void identity(
    __attribute__((swift_indirect_result)) void *result,
    __attribute__((swift_context)) const void *value, const void *type, const void *table)
    SWIFT_SYMBOL("$ss12IdentifiableP2id2IDQzvgTj");

void macho_identity(void *result, const void *value, const void *type, const void *table) {
  identity(result, value, type, table);
}

bool macho_are_identical(const void *left, const void *right, const void *type, const void *table,
                         const void *idType, const void *idTable) {
  size_t alignment = macho_alignment(idType) > 16 ? macho_alignment(idType) : 16;
  size_t size = (macho_size(idType) + alignment - 1) & ~(alignment - 1);
  // Memory for two identities. PERFORMANCE: most fit on the stack.
  _Alignas(16) char buffer[256];
  bool fits = alignment == 16 && 2 * size <= sizeof(buffer);
  char *identities = fits ? buffer : aligned_alloc(alignment, 2 * size);
  if (!identities) machoFail("no memory for two identities");
  identity(identities, left, type, table);
  identity(identities + size, right, type, table);
  bool areEqual = macho_are_equal(identities, identities + size, idType, idTable);
  macho_destroy(identities, idType);
  macho_destroy(identities + size, idType);
  if (identities != buffer) free(identities);
  return areEqual;
}

#if defined(__APPLE__)
#include <mach-o/getsect.h>
#include <mach-o/loader.h>

extern const struct mach_header_64 __dso_handle;

MachoSection macho_protocol_conformances(void) {
  unsigned long size = 0;
  const void *start = getsectiondata(&__dso_handle, "__TEXT", "__swift5_proto", &size);
  return (MachoSection){start, start ? size : 0};
}

#else
// The linker defines these symbols if some object file has the section.
extern const char __start_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));
extern const char __stop_swift5_protocol_conformances[] __attribute__((weak, visibility("hidden")));

MachoSection macho_protocol_conformances(void) {
  const char *start = __start_swift5_protocol_conformances;
  if (!start) return (MachoSection){NULL, 0};
  return (MachoSection){start, (size_t)(__stop_swift5_protocol_conformances - start)};
}

#endif

extern const char errorProtocol SWIFT_SYMBOL("$ss5ErrorMp");

const void *macho_error_protocol(void) { return &errorProtocol; }

// A metadata accessor has Swift's calling convention. Request 0 waits for complete metadata.
typedef struct {
  const void *type;
  size_t state;
} MetadataResponse;
typedef __attribute__((swiftcall)) MetadataResponse (*MetadataAccessor)(size_t request);

const void *macho_type_of_descriptor(const void *descriptor) {
  // Word 3 of a nominal type descriptor is the relative pointer to the accessor.
  const int32_t *field = (const int32_t *)descriptor + 3;
  if (*field == 0) return NULL;
  MetadataAccessor accessor = (MetadataAccessor)((const char *)field + *field);
  return accessor(0).type;
}

// Swift's calling convention returns a structure of two words in registers. A function with a result of one
// word leaves the second register as it is.
typedef __attribute__((swiftcall)) MachoWords (*WordsFunction)(void);
typedef __attribute__((swiftcall)) double (*NumberFunction)(void);

MachoWords macho_call_for_words(uintptr_t function) { return ((WordsFunction)function)(); }

double macho_call_for_number(uintptr_t function) { return ((NumberFunction)function)(); }
