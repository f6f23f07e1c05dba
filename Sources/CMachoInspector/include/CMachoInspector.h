#pragma once

#include <stddef.h>

/// A file of the page, as part of the executable.
struct CMachoInspectorFile {
  /// The name of the file, for example `main.js`.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// Returns all files of `MachoInspector/Page`, and sets `count` to their number.
const struct CMachoInspectorFile *cmachoinspector_files(size_t *count);
