#if !canImport(Darwin)
  // Constants that Dispatch declares on Apple's platforms only. Live clients sleep with them.

  /// The number of nanoseconds in a second.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_SEC: UInt64 = 1_000_000_000
  /// The number of nanoseconds in a millisecond.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public let NSEC_PER_MSEC: UInt64 = 1_000_000
#endif
