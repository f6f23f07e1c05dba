// Re-exports the C library, whose module has a name of its own on each system. Files that call it import
// `MachoLocks`, on which all modules with such files depend.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
