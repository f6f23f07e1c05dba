import MachoMetadata

/// `results.count == 1`: a path, and what is expected of its value.
public struct Comparison: Sendable {
  /// What is asked of two values, or of a value and a pattern.
  public enum Operator: String, Sendable, CaseIterable {
    case equal = "=="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
    case matches = "is"
    case contains = "contains"
  }

  /// Where the left side is.
  public let path: ValuePath
  /// What is asked.
  public let comparison: Operator
  /// The right side as text; `true` where the whole comparison is a path.
  public let operand: String
  /// Where the operand begins, in UTF-8 offsets; errors of the operand are moved there.
  let operandOffset: Int

  /// Reads `PATH OP VALUE`, or `PATH` alone, which means `PATH == true`.
  public init(reading text: Substring) throws(ValueError) {
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

  /// Whether it holds in `root`, and the value that is at the path.
  public func evaluate(
    in root: TypedValue, computed: ComputedProperties = ComputedProperties(),
    syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> (holds: Bool, actual: TypedValue) {
    let actual = try path.evaluate(in: root, computed: computed, syntax: syntax)
    do throws(ValueError) {
      let holds = try Comparison.evaluate(actual, comparison, operand[...], syntax: syntax)
      return (holds, actual)
    } catch {
      guard operandOffset >= 0 else { throw notTrue(actual, syntax) }
      var error = error
      error.range =
        error.range.lowerBound + operandOffset..<error.range.upperBound + operandOffset
      throw error
    }
  }

  /// A path alone leads to something that is neither true nor false.
  private func notTrue(_ actual: TypedValue, _ syntax: ValueSyntax) -> ValueError {
    let value = syntax.print(actual)
    let operators = Operator.allCases.map(\.rawValue).joined(separator: " ")
    return ValueError(
      .wrongType, 0..<path.text.utf8.count,
      "\(path.text) is \(excerpt(value)), which is of type \(TypeName.spell(actual.type))"
        + " and not a Bool",
      notes: [
        "say what it has to be:  \(path.text) == " + (value.utf8.count <= 60 ? value : "..."),
        "operators: \(operators)",
      ])
  }

  /// Whether `lhs` compares so to the value that `text` spells, read as the type of `lhs`.
  public static func evaluate(
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
    // An Optional and its wrapped value are of one declared type here: both are read as that.
    func fit<T>(_: T.Type) -> Any { unbox(value, as: T.self) ?? value }
    return _openExistential(lhs.type, do: fit)
  }

  // MARK: Order

  private static func ordered(
    _ lhs: TypedValue, _ comparison: Operator, _ text: Substring, _ syntax: ValueSyntax
  ) throws(ValueError) -> Bool {
    var type = lhs.type
    while let optional = type as? any OptionalValue.Type { type = optional.wrappedType }
    let rhs = try syntax.readValue(text, of: type)
    // Nil is neither less nor greater than anything.
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
        .cannotCompare, 0..<text.utf8.count, "\(TypeName.spell(type)) has no order",
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
        .cannotCompare, 0..<text.utf8.count, "\(TypeName.spell(lhs.type)) contains nothing",
        notes: ["contains asks strings and collections"])
    }
    func element<C: Collection>(_: C) -> Any.Type { C.Element.self }
    let pattern = try ValuePattern(reading: text, type: element(collection), syntax: syntax)
    return typedElements(of: collection).contains { pattern.matches($0.value) }
  }
}
