/// The entity: a quantity, and the rule that it is between 0 and 100. It knows no use case.
struct Quantity: Equatable, Sendable {
  static let allowed = 0...100

  let value: Int

  /// Creates a quantity. Returns `nil` if the value breaks the rule.
  init?(_ value: Int) {
    guard Self.allowed.contains(value) else { return nil }
    self.value = value
  }
}
