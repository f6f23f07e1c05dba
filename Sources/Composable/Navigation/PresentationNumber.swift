import Synchronization

/// Tells one alert from another that looks the same. It is not part of an alert's value.
package struct PresentationNumber: Hashable, Sendable {
  private static let last = Atomic<UInt64>(0)

  let value = last.wrappingAdd(1, ordering: .relaxed).newValue

  /// Creates a number that differs from all others.
  package init() {}

  package static func == (lhs: Self, rhs: Self) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}

extension AlertState: Identifiable {
  /// The identity of this alert. Copies share it.
  public var id: UInt64 { _$number.value }
}

extension ConfirmationDialogState: Identifiable {
  /// The identity of this dialog. Copies share it.
  public var id: UInt64 { _$number.value }
}
