import MachoMetadata

// What each operator says of two values.

extension Comparison.Operator {
  /// What other languages write after a path, with what is meant. Longer ones precede their beginnings.
  private static let foreign: [(name: String, meant: String)] = [
    ("===", "=="), ("=>", "implies"), ("->", "implies"), ("=<", "<="), ("&&", "and"), ("||", "or"),
    ("≤", "<="), ("≥", ">="), ("≠", "!="), ("=", "=="),
  ]

  /// Returns the error of a text after a path that is not an operator.
  static func noOperator(_ bytes: [UInt8], _ range: Range<Int>) -> ValueError {
    let spelled = String(decoding: bytes[range], as: UTF8.self)
    let foreign = Self.foreign.first { bytes[range.lowerBound...].starts(with: $0.name.utf8) }
    let end = max(range.upperBound, range.lowerBound + (foreign?.name.utf8.count ?? 1))
    let names = allCases.map { ($0.rawValue, $0.rawValue) }
    let error = ValueError(
      .syntax, range.lowerBound..<end, "expected one of == != < <= > >= is contains",
      candidates: foreign.map { [$0.meant] } ?? Suggestions.closest(to: spelled, among: names))
    // A look-alike has an error of its own.
    return spelled.utf8.allSatisfy { $0 < 0x80 } ? error.describingForm : error
  }

  /// Returns the operators for values of a type, in their order. `nil` if only a value tells, as for a
  /// protocol. `is` has a use for enums only, but compares values of any type.
  static func supported(by type: Any.Type) -> [Self]? {
    guard let content = unwrappedContentType(type) else { return nil }
    return allCases.filter { comparison in
      switch comparison {
      case .equal, .notEqual: true
      case .less, .lessOrEqual, .greater, .greaterOrEqual: content is any Comparable.Type
      case .matches: (try? EnumSchema.of(content)) != nil
      case .contains:
        content is any StringProtocol.Type || content is any KeyedValues.Type
          || content is any Collection.Type
      }
    }
  }

  /// Returns the note that lists the operators for a type.
  static func note(for type: Any.Type) -> String {
    let operators = supported(by: type) ?? [.equal, .notEqual]
    return "operators of \(TypeName.spell(withoutOptional(type))): "
      + operators.map(\.rawValue).joined(separator: " ")
  }

  /// Returns why values of a type do not have the operator.
  func refusal(of type: Any.Type) -> String {
    TypeName.spell(withoutOptional(type))
      + (self == .contains ? " is not a string or a collection" : " is not Comparable")
  }

  /// Returns the error of a value that does not have the operator.
  fileprivate func refusal(of value: TypedValue, at range: Range<Int>) -> ValueError {
    ValueError(
      .cannotCompare, range, refusal(of: value.type), notes: [Self.note(for: value.type)])
  }
}

extension ValueError {
  /// The error of a comparison that cannot be parsed, with a note of its form if it suggests nothing.
  var describingForm: ValueError {
    guard code == Code.syntax.rawValue, candidates.isEmpty, notes.isEmpty else { return self }
    var error = self
    error.notes = [
      "a comparison is a path, an operator, and a value or a path, without calculations and calls"
    ]
    return error
  }
}

extension Comparison {
  /// Returns whether `lhs` compares as requested with the value of `text`, read as the type of
  /// `lhs`.
  package static func evaluate(
    _ lhs: TypedValue, _ comparison: Operator, _ text: Substring,
    syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> Bool {
    switch comparison {
    case .equal: return areEqual(lhs.value, try operand(text, lhs, syntax))
    case .notEqual: return !areEqual(lhs.value, try operand(text, lhs, syntax))
    case .matches:
      return try ValuePattern(reading: text, type: lhs.type, syntax: syntax).matches(lhs.value)
    case .contains: return try contains(lhs, text, syntax)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return try ordered(lhs, comparison, text, syntax)
    }
  }

  /// Whether two values are equal in a condition: as they are printed, or as numbers and text are equal in
  /// Swift. There `-0.0` equals `0.0`, and both spellings of `é` are equal.
  static func areEqual(_ lhs: Any, _ rhs: Any) -> Bool {
    if valuesEqual(lhs, rhs) { return true }
    guard let lhs = flattened(lhs), let rhs = flattened(rhs),
      lhs is any StringProtocol || lhs is Character || lhs is any BinaryFloatingPoint,
      let lhs = lhs as? any Equatable
    else { return false }
    func open<T: Equatable>(_ lhs: T) -> Bool { unbox(rhs, as: T.self) == lhs }
    return open(lhs)
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
      throw comparison.refusal(of: lhs, at: 0..<1)
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
      throw Operator.contains.refusal(of: lhs, at: 0..<text.utf8.count)
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
      throw Operator.contains.refusal(of: lhs, at: 0..<1)
    }
    return typedElements(of: collection).contains { valuesEqual($0.value, wanted) }
  }
}
