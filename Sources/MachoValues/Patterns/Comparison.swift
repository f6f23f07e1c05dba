import MachoMetadata

/// A comparison of the value at a path with an operand, such as `results.count == 1`.
package struct Comparison: Sendable {
  /// A comparison operator. The operand is a value, or a pattern for `is` and `contains`.
  package enum Operator: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case matches = "is"
    case contains = "contains"
  }

  /// The path of the left side.
  package let path: ValuePath
  /// The operator.
  package let comparison: Operator
  /// The operand's source text. `true` if the comparison consists of a path alone.
  package let operand: String
  /// The operand's UTF-8 offset, used to locate its errors. -1 without an operand.
  let operandOffset: Int

  /// Parses `PATH OP VALUE`, or `PATH` alone, which means `PATH == true`.
  package init(reading text: Substring) throws(ValueError) {
    let (path, end) = try ValuePath.prefix(of: text)
    self.path = path
    let bytes = Array(text.utf8)
    var start = end
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    guard start < bytes.count else {
      comparison = .equal
      operand = "true"
      operandOffset = -1
      return
    }
    let isWord = isNameStart(bytes[start])
    var stop = start
    while stop < bytes.count,
      isWord ? isNameByte(bytes[stop]) : [0x21, 0x3c, 0x3d, 0x3e].contains(bytes[stop])
    {
      stop += 1
    }
    let spelled = String(decoding: bytes[start..<stop], as: UTF8.self)
    guard let comparison = Operator(rawValue: spelled) else {
      let names = Operator.allCases.map { ($0.rawValue, $0.rawValue) }
      throw ValueError(
        .syntax, start..<max(stop, start + 1), "expected one of == != < <= > >= is contains",
        candidates: spelled == "=" ? ["=="] : Suggestions.closest(to: spelled, among: names))
    }
    self.comparison = comparison
    while stop < bytes.count, bytes[stop] == 0x20 || bytes[stop] == 0x09 { stop += 1 }
    guard stop < bytes.count else {
      throw ValueError(.syntax, stop..<stop, "expected a value after '\(spelled)'")
    }
    operand = String(decoding: bytes[stop...], as: UTF8.self)
    operandOffset = stop
  }

  /// Returns whether the comparison holds in `root`, and the value at the path.
  package func evaluate(
    in root: TypedValue, computed: ComputedProperties = ComputedProperties(),
    syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> (holds: Bool, actual: TypedValue) {
    let actual = try path.evaluate(in: root, computed: computed, syntax: syntax)
    do throws(ValueError) {
      let holds = try Comparison.evaluate(actual, comparison, operand[...], syntax: syntax)
      return (holds, actual)
    } catch {
      guard operandOffset >= 0 else { throw notTrue(actual, syntax) }
      throw error.moved(by: operandOffset)
    }
  }

  /// Returns the error of a path without an operator whose value is not a Bool.
  private func notTrue(_ actual: TypedValue, _ syntax: ValueSyntax) -> ValueError {
    let value = syntax.print(actual)
    let operators = Operator.allCases.map(\.rawValue).joined(separator: " ")
    return ValueError(
      .wrongType, 0..<path.text.utf8.count,
      "\(path.text) is \(excerpt(value)) of type \(TypeName.spell(actual.type))"
        + ", not a Bool",
      notes: [
        "add the expected value:  \(path.text) == " + (value.utf8.count <= 60 ? value : "..."),
        "operators: \(operators)",
      ])
  }

  /// Throws an error that the comparison has for every value of the type `root`: an unknown path, or
  /// an operand of another type. Does not throw if only a value tells.
  package func check(
    in root: Any.Type, computed: ComputedProperties, syntax: ValueSyntax
  ) throws(ValueError) {
    guard let type = try path.type(in: root, computed: computed) else { return }
    do throws(ValueError) { try check(type, syntax) } catch {
      guard operandOffset >= 0 else {
        throw ValueError(
          .wrongType, 0..<path.text.utf8.count,
          "\(path.text) is of type \(TypeName.spell(type)), not a Bool")
      }
      throw error.moved(by: operandOffset)
    }
  }

  /// Reads the operand for values of a type.
  private func check(_ type: Any.Type, _ syntax: ValueSyntax) throws(ValueError) {
    switch comparison {
    case .equal, .notEqual: _ = try syntax.readValue(operand[...], of: type)
    case .matches: _ = try ValuePattern(reading: operand[...], type: type, syntax: syntax)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      _ = try syntax.readValue(operand[...], of: withoutOptional(type))
    case .contains:
      if withoutOptional(type) is any StringProtocol.Type {
        _ = try syntax.readValue(operand[...], of: String.self)
      }
    }
  }

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
    let type = withoutOptional(lhs.type)
    let rhs = try syntax.readValue(text, of: type)
    // `nil` is neither less nor greater than any value.
    guard let value = flattened(lhs.value) else { return false }
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
        .cannotCompare, 0..<text.utf8.count, "\(TypeName.spell(type)) is not Comparable",
        notes: ["use == or !="])
    }
    return result
  }

  // MARK: Contents

  private static func contains(
    _ lhs: TypedValue, _ text: Substring, _ syntax: ValueSyntax
  ) throws(ValueError) -> Bool {
    guard var value = flattened(lhs.value) else { return false }
    if let string = value as? any StringProtocol {
      return try string.contains(syntax.read(text, as: String.self))
    }
    if let transparent = value as? any PathTransparent,
      let content = flattened(transparent.pathContent.value), !(value is any Collection)
    {
      value = content
    }
    if let keyed = value as? any KeyedValues {
      return try keyed.value(forKey: String(text), syntax) != nil
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
}
