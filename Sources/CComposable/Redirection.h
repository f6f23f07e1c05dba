#pragma once

#include <stdbool.h>

/// Redirects the calls of loaded libraries to a function.
struct ccomposable_redirection {
  /// The name of the function.
  const char *name;
  /// The function that is called instead.
  void *replacement;
  /// Receives the address of the function itself.
  void **original;
};

/// Redirects the calls that loaded libraries make through their linkage tables, except those of the
/// libraries that implement the functions. The lists end with `NULL`, and each of them with an entry
/// without a name. May be called again, for libraries that were loaded later. Returns `false` if the
/// system does not let it write a table.
bool ccomposable_redirect(const struct ccomposable_redirection *const *lists);
