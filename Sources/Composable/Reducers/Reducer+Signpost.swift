extension Reducer {
  /// Returns this reducer. Upstream's signposts belong to Instruments.
  public func signpost(_ prefix: String = "") -> Self { self }
}
