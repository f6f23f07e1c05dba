#if !canImport(os)
  /// The logger of unified logging. Here, it discards all messages.
  public struct Logger: Sendable {
    /// Creates a logger.
    public init(subsystem: String, category: String) {}

    /// Creates a logger.
    public init() {}

    /// Discards a message, whose values are not computed.
    public func log(level: OSLogType = .default, _ message: @autoclosure () -> OSLogMessage) {}
    public func trace(_ message: @autoclosure () -> OSLogMessage) {}
    public func debug(_ message: @autoclosure () -> OSLogMessage) {}
    public func info(_ message: @autoclosure () -> OSLogMessage) {}
    public func notice(_ message: @autoclosure () -> OSLogMessage) {}
    public func warning(_ message: @autoclosure () -> OSLogMessage) {}
    public func error(_ message: @autoclosure () -> OSLogMessage) {}
    public func critical(_ message: @autoclosure () -> OSLogMessage) {}
    public func fault(_ message: @autoclosure () -> OSLogMessage) {}
  }

  /// The importance of a message.
  public struct OSLogType: Hashable, Sendable {
    private let name: String

    public static let `default` = OSLogType(name: "default")
    public static let info = OSLogType(name: "info")
    public static let debug = OSLogType(name: "debug")
    public static let error = OSLogType(name: "error")
    public static let fault = OSLogType(name: "fault")
  }

  /// Whether a value in a message may be shown.
  public struct OSLogPrivacy: Sendable {
    /// How a private value is shown.
    public enum Mask: Sendable { case hash, none }

    public static let auto = OSLogPrivacy()
    public static let `public` = OSLogPrivacy()
    public static let `private` = OSLogPrivacy()
    public static let sensitive = OSLogPrivacy()

    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy() }
  }

  /// A message with values in it.
  public struct OSLogMessage: ExpressibleByStringInterpolation, Sendable {
    public init(stringLiteral value: String) {}
    public init(stringInterpolation: Interpolation) {}

    /// The parts of a message.
    public struct Interpolation: StringInterpolationProtocol, Sendable {
      public init(literalCapacity: Int, interpolationCount: Int) {}
      public mutating func appendLiteral(_ literal: String) {}
      public mutating func appendInterpolation<Value>(
        _ value: Value, privacy: OSLogPrivacy = .auto
      ) {}
    }
  }
#endif
