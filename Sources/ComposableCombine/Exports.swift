// Re-exports the runtime and the platform's publishers: Combine, or OpenCombine where it is absent.
@_exported public import Composable

#if canImport(Combine)
  @_exported public import Combine
#else
  @_exported public import OpenCombine
#endif
