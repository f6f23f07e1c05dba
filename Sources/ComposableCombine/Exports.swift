// Re-exports the runtime and the platform's publishers: Combine, or OpenCombine where it is absent.
@_exported public import Composable

#if canImport(Combine)
  @_exported public import Combine
#else
  @_exported public import OpenCombine

  // Both modules that this one re-exports declare these names. A module's own declarations take
  // precedence over those that it re-exports.

  /// OpenCombine's token.
  public typealias AnyCancellable = OpenCombine.AnyCancellable
  /// OpenCombine's protocol.
  public typealias Cancellable = OpenCombine.Cancellable
#endif
