#include "CMachoMetadata.h"

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

// Metadata is preceded by the pointer to its witnesses.
static inline const struct Witnesses *witnesses(const void *type) {
  return ((const struct Witnesses *const *)type)[-1];
}

size_t macho_size(const void *type) { return witnesses(type)->size; }

size_t macho_alignment(const void *type) { return (witnesses(type)->flags & 0xff) + 1; }

bool macho_is_noncopyable(const void *type) {
  return (witnesses(type)->flags & 0x00800000) != 0;
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

// `swift_allocBox` has Swift's own calling convention, which only C can spell.
__attribute__((swiftcall)) extern MachoBox swift_allocBox(const void *type);
extern void *swift_projectBox(void *object);
extern void swift_release(void *object);

MachoBox macho_box_allocate(const void *type) { return swift_allocBox(type); }

void *macho_box_project(void *object) { return swift_projectBox(object); }

void macho_box_release(void *object) { swift_release(object); }
