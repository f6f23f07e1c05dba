/// A type-erased value that is hashable and sendable.
public struct AnyHashableSendable: Hashable, Sendable {
  /// The value.
  public let base: any Hashable & Sendable

  /// Erases the type of a value.
  public init(_ base: some Hashable & Sendable) {
    self.base = (base as? AnyHashableSendable)?.base ?? base
  }

  public static func == (lhs: Self, rhs: Self) -> Bool {
    AnyHashable(lhs.base) == AnyHashable(rhs.base)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(base) }
}

extension AnyHashableSendable: CustomStringConvertible, CustomDebugStringConvertible {
  public var description: String { String(describing: base) }
  public var debugDescription: String { "AnyHashableSendable(\(String(reflecting: base)))" }
}

extension AnyHashableSendable: CustomReflectable {
  public var customMirror: Mirror { Mirror(self, children: ["value": base]) }
}
