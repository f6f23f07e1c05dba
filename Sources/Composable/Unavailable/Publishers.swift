// Names of upstream that need Combine. The product ComposableCombine has them.

extension Store {
  /// Upstream's publisher of the state.
  @available(
    *, unavailable,
    message:
      "Import ComposableCombine, or use 'states'. See 'What cannot be' in TCACompatibility.md."
  )
  public var publisher: Never { preconditionFailure("Unavailable.") }
}

extension Effect {
  /// Upstream's effect of a Combine publisher.
  @available(
    *, unavailable,
    message: """
      Import ComposableCombine, or return an AsyncSequence. See 'What cannot be' in \
      TCACompatibility.md.
      """
  )
  @_disfavoredOverload
  public static func publisher<P>(_ makePublisher: () -> P) -> Self { .none }
}
