// Re-exports the runtime and, on Linux, `URLSession`. On Apple's platforms, Foundation contains it.
@_exported public import Composable

#if canImport(FoundationNetworking)
  @_exported public import FoundationNetworking
#endif
