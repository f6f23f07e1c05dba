import MachoMetadata

// What each operator says of two values.

extension Comparison {
  /// Returns whether `lhs` compares as requested with the value of `text`, read as the type of
  /// `lhs`.
  package static func evaluate(
    _ lhs: TypedValue, _ comparison: Operator, _ text: Substring,
    syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> Bool {
    switch comparison {
    case .equal: return valuesEqual(lhs.value, try operand(text, lhs, syntax))
    case .notEqual: return !valuesEqual(lhs.value, try operand(text, lhs, syntax))
    case .matches:
      return try ValuePattern(reading: text, type: lhs.type, syntax: syntax).matches(lhs.value)
    case .contains: return try contains(lhs, text, syntax)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try ordered(lhs, comparison, text, syntax)
    }
  }

  private static func operand(
    _ text: Substring, _ lhs: TypedValue, _ syntax: ValueSyntax
  ) throws(ValueError) -> Any {
    let value = try syntax.readValue(text, of: lhs.type)
    // An Optional and its wrapped value have the same declared type here, so both are converted to
    // it.
    func fit<T>(_: T.Type) -> Any { unbox(value, as: T.self) ?? value }
    return _openExistential(lhs.type, do: fit)
  }

  // MARK: Order

  private static func ordered(
    _ lhs: TypedValue, _ comparison: Operator, _ text: Substring, _ syntax: ValueSyntax
  ) throws(ValueError) -> Bool {
    let rhs = try syntax.readValue(text, of: withoutOptional(lhs.type))
    do throws(ValueError) { return try ordered(lhs, comparison, rhs) } catch {
      throw ValueError(.cannotCompare, 0..<text.utf8.count, error.message, notes: error.notes)
    }
  }

  static func ordered(
    _ lhs: TypedValue, _ comparison: Operator, _ rhs: Any
  ) throws(ValueError) -> Bool {
    // `nil` is neither less nor greater than any value.
    guard let value = unwrappedContent(lhs.value), let rhs = unwrappedContent(rhs) else {
      return false
    }
    func open<T: Comparable>(_ value: T) -> Bool? {
      guard let rhs = unbox(rhs, as: T.self) else { return nil }
      return switch comparison {
      case .less: value < rhs
      case .lessOrEqual: value <= rhs
      case .greater: value > rhs
      default: value >= rhs
      }
    }
    guard let comparable = value as? any Comparable, let result = open(comparable) else {
      throw ValueError(
        .cannotCompare, 0..<1, "\(TypeName.spell(withoutOptional(lhs.type))) is not Comparable",
        notes: ["use == or !="])
    }
    return result
  }

  // MARK: Contents

  private static func contains(
    _ lhs: TypedValue, _ text: Substring, _ syntax: ValueSyntax
  ) throws(ValueError) -> Bool {
    guard let value = unwrappedContent(lhs.value) else { return false }
    if let string = value as? any StringProtocol {
      return try string.contains(syntax.read(text, as: String.self))
    }
    if let keyed = value as? any KeyedValues {
      return keyed.value(forKey: try syntax.readValue(text, of: keyed.keyType)) != nil
    }
    guard let collection = value as? any Collection else {
      throw ValueError(
        .cannotCompare, 0..<text.utf8.count,
        "\(TypeName.spell(lhs.type)) is not a string or a collection",
        notes: ["'contains' requires a string or a collection"])
    }
    func element<C: Collection>(_: C) -> Any.Type { C.Element.self }
    let pattern = try ValuePattern(reading: text, type: element(collection), syntax: syntax)
    return typedElements(of: collection).contains { pattern.matches($0.value) }
  }

  /// Returns whether a string or a collection of the state contains another value of it.
  static func contains(
    _ lhs: TypedValue, _ rhs: TypedValue
  ) throws(ValueError) -> Bool {
    guard let value = unwrappedContent(lhs.value), let wanted = unwrappedContent(rhs.value) else {
      return false
    }
    if let string = value as? any StringProtocol, let part = wanted as? any StringProtocol {
      return string.contains(part)
    }
    guard let collection = value as? any Collection else {
      throw ValueError(
        .cannotCompare, 0..<1, "\(TypeName.spell(lhs.type)) is not a string or a collection",
        notes: ["'contains' requires a string or a collection"])
    }
    return typedElements(of: collection).contains { valuesEqual($0.value, wanted) }
  }
}
