#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Entry points of the Swift runtime that Swift code cannot call: the value witnesses of a type, and
// the boxes that hold the payload of an indirect enum case. They are part of the stable 64-bit ABI.
// `type` is always a pointer to complete type metadata.

size_t macho_size(const void *type);
size_t macho_alignment(const void *type);
bool macho_is_noncopyable(const void *type);
// Whether values can be moved bitwise, so that no value depends on its address.
bool macho_is_bitwise_takable(const void *type);

void macho_destroy(void *value, const void *type);
void macho_initialize_copy(void *target, const void *source, const void *type);
void macho_initialize_take(void *target, void *source, const void *type);

// Valid for enums only.
uint32_t macho_enum_tag(const void *value, const void *type);
void macho_enum_project(void *value, const void *type);
void macho_enum_inject(void *value, uint32_t tag, const void *type);

typedef struct {
  void *object;
  void *buffer;
} MachoBox;

MachoBox macho_box_allocate(const void *type);
void *macho_box_project(void *object);
void macho_box_release(void *object);

// Resizes memory, in place if possible. Aborts the process if out of memory.

void *macho_buffer_resize(void *buffer, size_t size);
void macho_buffer_free(void *buffer);
bool macho_is_ascii(const void *bytes, size_t count);

// The protocol conformance records of this image: signed 32-bit distances to conformance descriptors.
typedef struct {
  const void *start;
  size_t size;
} MachoSection;

MachoSection macho_protocol_conformances(void);
// The descriptor of the protocol `Error`.
const void *macho_error_protocol(void);
// The metadata of a type that is not generic, by its nominal type descriptor.
const void *macho_type_of_descriptor(const void *descriptor);

// The nominal type descriptor of a struct, enum or class type. NULL for other types.
const void *macho_type_descriptor(const void *type);

// Protocol requirements, called on values in place. PERFORMANCE: for a value of dynamic type, Swift
// itself copies the value before each call. `table` is the witness table of the conformance.

bool macho_are_equal(const void *left, const void *right, const void *type, const void *table);

// Returns the first index from `start` on at which two arrays differ, or `end` if there is none.
size_t macho_first_difference(const void *left, const void *right, size_t stride, size_t start,
                              size_t end, const void *type, const void *table);

// Returns the last index in `start..<end` whose element is equal to `left`, or `none` if there is
// none.
size_t macho_last_equal(const void *left, const void *elements, size_t stride, size_t start,
                        size_t end, size_t none, const void *type, const void *table);

// Initializes `result` with the `id` of a value.
void macho_identity(void *result, const void *value, const void *type, const void *table);

// Whether the `id`s of two values are equal. `idType` is their type, `idTable` its `==`.
bool macho_are_identical(const void *left, const void *right, const void *type, const void *table,
                         const void *idType, const void *idTable);

// Calls `found` for each function symbol of the running executable whose name starts with `prefix`.
// A local symbol is one that other modules cannot link to. Returns whether the symbols can be read:
// false if the executable is stripped or the platform is not supported.

bool macho_find_functions(const char *prefix, void *context,
                          void (*found)(const char *name, bool isGlobal, uintptr_t address,
                                        void *context));

// Calls of Swift functions at an address that have no parameters and do not throw. The result is in up to two
// integer registers, or in the register of a number with a fraction. A `float` is its first four bytes.

typedef struct {
  uint64_t first, second;
} MachoWords;

MachoWords macho_call_for_words(uintptr_t function);
double macho_call_for_number(uintptr_t function);

// The name of the function of the running executable at an address, which the caller frees. NULL if no
// function begins there, or if the symbols cannot be read.
char *macho_function_at(uintptr_t address);

// The readable form of a mangled name, which the caller frees. NULL if `name` is not mangled.
char *macho_demangle(const char *name);
