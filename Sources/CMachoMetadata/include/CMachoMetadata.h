#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The few entry points of the Swift runtime that Swift source cannot call by itself: the value
// witnesses of a type, and the boxes that hold the payload of an indirect enum case. They are part
// of the stable 64-bit ABI. `type` is always a pointer to complete type metadata.

size_t macho_size(const void *type);
size_t macho_alignment(const void *type);
bool macho_is_noncopyable(const void *type);
// Whether values are moved by moving their bytes, so that none knows where it lies.
bool macho_is_bitwise_takable(const void *type);

void macho_destroy(void *value, const void *type);
void macho_initialize_copy(void *target, const void *source, const void *type);
void macho_initialize_take(void *target, void *source, const void *type);

// These three are witnesses of enums only.
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
// Frees a box in which nothing was initialized.
void macho_box_deallocate(void *object);

// A word that threads read and fill once. `cell` is eight bytes, aligned to as many.

static inline void *macho_cell_load(const void *cell) {
  return __atomic_load_n((void *const *)cell, __ATOMIC_ACQUIRE);
}

// Fills an empty cell; the word that it holds then, which another thread may have been first with.
void *macho_cell_fill(void *cell, void *word);

// Memory that grows, in its place where it can. Ends the process where there is none.

void *macho_buffer_resize(void *buffer, size_t size);
void macho_buffer_free(void *buffer);
bool macho_is_ascii(const void *bytes, size_t count);

// Requirements of protocols, called for values where they lie: Swift itself copies a value of a
// type that it does not know before it calls anything of it. `table` is the witness table of the
// type's conformance.

bool macho_are_equal(const void *left, const void *right, const void *type, const void *table);

// The first index from `start` at which two rows differ; `end` for none.
size_t macho_first_difference(const void *left, const void *right, size_t stride, size_t start,
                              size_t end, const void *type, const void *table);

// The last index below `end` at which a row has a value equal to `left`; `none` if there is none
// from `start` on.
size_t macho_last_equal(const void *left, const void *row, size_t stride, size_t start, size_t end,
                        size_t none, const void *type, const void *table);

// Initializes `result` with the `id` of a value.
void macho_identity(void *result, const void *value, const void *type, const void *table);

// The `id` of two values, compared as values of the type `idType` by its `==`.
bool macho_are_identical(const void *left, const void *right, const void *type, const void *table,
                         const void *idType, const void *idTable);
