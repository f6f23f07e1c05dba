import ComposablePlatform

extension Reducer {
  /// Returns this reducer. Upstream's signposts belong to Instruments.
  public func signpost(_ prefix: String = "", log: OSLog = .default) -> Self { self }
}

#if !canImport(os)
  /// A log for signposts. The system's type where it exists; here, nothing is logged.
  public struct OSLog: Sendable {
    /// A log of a subsystem.
    public init(subsystem: String, category: String) {}

    private init() {}

    /// The log that is used by default.
    public static let `default` = OSLog()
    /// The log that records nothing.
    public static let disabled = OSLog()
  }
#endif
