import MachoValues

/// The case key path of an action: `\.destination.presented.saved`.
struct SwiftCaseKeyPath {
  /// The value at the end of the path. `nil` if the last case has no payload.
  private enum Payload {
    case none
    case one(Any, type: Any.Type)
    /// A tuple, which cannot be compared.
    case several
  }

  private var cases: [String] = []
  private var payload = Payload.none

  /// Follows the cases of an action. `nil` if its type has no case key paths.
  init?(_ action: Any, _ type: Any.Type, _ hasKeyPaths: (Any.Type) -> Bool) {
    var (value, type) = (action, type)
    while hasKeyPaths(type), let current = ValueSyntax.currentCase(of: value) {
      cases.append(current.name)
      guard let first = current.payload.first else {
        payload = .none
        return
      }
      guard current.payload.count == 1 else {
        payload = .several
        return
      }
      (value, type) = (first.value, first.type)
      payload = .one(value, type: type)
    }
    if cases.isEmpty { return nil }
  }

  /// Returns the arguments of `receive`.
  ///
  /// - Parameter isWhole: Whether the call must compare the payload too.
  /// - Returns: `nil` if a key path cannot express the assertion.
  func arguments(isWhole: Bool, _ printer: inout SwiftSourcePrinter) -> [SwiftExpression]? {
    let path = SwiftExpression.text("\\" + cases.map { "." + $0 }.joined())
    switch payload {
    case .none: return [path]
    case .several: return isWhole ? nil : [path]
    case .one(let value, let type):
      // The script asserted the case of an enum without key paths.
      guard isWhole else { return ValueSyntax.currentCase(of: value) == nil ? [path] : nil }
      var trial = printer
      guard type is any Equatable.Type, let expression = try? trial.expression(value, as: type)
      else { return nil }
      printer = trial
      return [path, expression]
    }
  }
}
