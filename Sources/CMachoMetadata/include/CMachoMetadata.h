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
