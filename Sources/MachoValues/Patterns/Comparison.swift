import MachoMetadata

/// A comparison of the value at a path with an operand, such as `results.count == 1`,
/// `count <= limit` or `count >= old(count)`.
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

    /// The operator of the opposite condition. `nil` if it has no name.
    package var negated: Operator? {
      switch self {
      case .equal: .notEqual
      case .notEqual: .equal
      case .less: .greaterOrEqual
      case .lessOrEqual: .greater
      case .greater: .lessOrEqual
      case .greaterOrEqual: .less
      case .matches, .contains: nil
      }
    }
  }

  /// The left side.
  package let subject: ComparisonSide
  /// The operator.
  package let comparison: Operator
  /// The operand's source text. `true` if the comparison consists of a path alone.
  package let operand: String
  /// The operand's UTF-8 offset, used to locate its errors. -1 without an operand.
  let operandOffset: Int
  /// The operand as a path. `nil` if it can only be a value.
  package let other: ComparisonSide?

  /// The path of the left side.
  package var path: ValuePath { subject.path }

  /// The comparison as text.
  package var text: String {
    operandOffset < 0 ? subject.text : "\(subject.text) \(comparison.rawValue) \(operand)"
  }

  /// Whether a side is a value before the step.
  package var usesOld: Bool { subject.isOld || other?.isOld == true }

  /// Parses `PATH OP VALUE`, `PATH OP PATH`, or `PATH` alone, which means `PATH == true`. A path can
  /// be `old(PATH)`.
  package init(reading text: Substring) throws(ValueError) {
    let left: (side: ComparisonSide, end: Int)
    do throws(ValueError) { left = try ComparisonSide.prefix(of: text) } catch {
      throw error.describingForm
    }
    subject = left.side
    let bytes = Array(text.utf8)
    var start = left.end
    while start < bytes.count, bytes[start] == 0x20 || bytes[start] == 0x09 { start += 1 }
    guard start < bytes.count else {
      comparison = .equal
      operand = "true"
      operandOffset = -1
      other = nil
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
      throw Operator.noOperator(bytes, start..<stop)
    }
    self.comparison = comparison
    while stop < bytes.count, bytes[stop] == 0x20 || bytes[stop] == 0x09 { stop += 1 }
    guard stop < bytes.count else {
      throw ValueError(.syntax, stop..<stop, "expected a value after '\(spelled)'")
    }
    operand = String(decoding: bytes[stop...], as: UTF8.self)
    operandOffset = stop
    let isKeyword = ["nil", "true", "false"].contains(operand)
    other = comparison == .matches || isKeyword ? nil : ComparisonSide(reading: operand[...])
  }

  /// Whether the comparison must hold for each value of a list: `rows[*].price > 0`, `rows[*].isDone`. The
  /// other operators compare the list as a whole.
  private var comparesEachValue: Bool {
    switch comparison {
    case .less, .lessOrEqual, .greater, .greaterOrEqual: subject.path.isList
    case .equal: subject.path.isList && operandOffset < 0
    case .notEqual, .matches, .contains: false
    }
  }

  /// Whether the comparison is `PATH == nil` or `PATH != nil`. A list is never `nil`.
  private var comparesWithNil: Bool {
    operand == "nil" && (comparison == .equal || comparison == .notEqual) && !subject.path.isList
  }

  /// Returns whether the comparison holds in `root`, and the value of the left side. A path without a
  /// value, such as `rows[id: 3]` without that row, is equal to `nil`.
  ///
  /// - Parameter before: The state before the step. Default: `nil`; then `old` has no value.
  package func evaluate(
    in root: TypedValue, before: TypedValue? = nil,
    computed: ComputedProperties = ComputedProperties(), syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> (holds: Bool, actual: TypedValue) {
    let actual: TypedValue
    do throws(ValueError) {
      actual = try subject.evaluate(in: root, before: before, computed: computed, syntax: syntax)
    } catch {
      guard comparesWithNil, error.isAboutPresentState, !subject.isOld || before != nil else {
        throw error
      }
      return (comparison == .equal, TypedValue(Any?.none as Any, as: Any?.self))
    }
    if comparesWithNil, subject.path.mayBeAbsent(in: root.type, computed: computed) {
      return ((unwrappedContent(actual.value) == nil) == (comparison == .equal), actual)
    }
    guard comparesEachValue, let list = actual.value as? any Collection else {
      return (try holds(actual, in: root, before, computed, syntax), actual)
    }
    for value in typedElements(of: list) {
      guard try holds(value, in: root, before, computed, syntax) else { return (false, actual) }
    }
    return (true, actual)
  }

  /// Returns whether the comparison holds for a value of the left side.
  private func holds(
    _ actual: TypedValue, in root: TypedValue, _ before: TypedValue?,
    _ computed: ComputedProperties, _ syntax: ValueSyntax
  ) throws(ValueError) -> Bool {
    guard let other, other.isOld else {
      do throws(ValueError) {
        return try Comparison.evaluate(actual, comparison, operand[...], syntax: syntax)
      } catch {
        guard operandOffset >= 0 else { throw notTrue(actual, syntax) }
        guard let other else { throw error.moved(by: operandOffset) }
        let value: TypedValue
        do throws(ValueError) {
          value = try other.evaluate(in: root, before: before, computed: computed, syntax: syntax)
        } catch let pathError {
          throw (pathError.isAboutPresentState ? pathError : error).moved(by: operandOffset)
        }
        return try holds(actual, value)
      }
    }
    do throws(ValueError) {
      let value = try other.evaluate(in: root, before: before, computed: computed, syntax: syntax)
      return try holds(actual, value)
    } catch { throw error.moved(by: operandOffset) }
  }

  /// Returns the value of the right side if it is a path.
  package func otherValue(
    in root: TypedValue, before: TypedValue?, computed: ComputedProperties, syntax: ValueSyntax
  ) -> TypedValue? {
    guard let other else { return nil }
    let type = try? subject.evaluate(
      in: root, before: before, computed: computed, syntax: syntax
    ).type
    if !other.isOld, let type, (try? check(type, syntax)) != nil { return nil }
    return try? other.evaluate(in: root, before: before, computed: computed, syntax: syntax)
  }

  /// Compares two values of the state.
  private func holds(_ left: TypedValue, _ right: TypedValue) throws(ValueError) -> Bool {
    switch comparison {
    case .equal: return Comparison.areEqual(left.value, right.value)
    case .notEqual: return !Comparison.areEqual(left.value, right.value)
    case .contains: return try Comparison.contains(left, right)
    case .matches, .less, .lessOrEqual, .greater, .greaterOrEqual:
      guard let right = flattened(right.value) else { return false }
      return try Comparison.ordered(left, comparison, right)
    }
  }

  /// Returns the error of a path without an operator whose value is not a Bool.
  private func notTrue(_ actual: TypedValue, _ syntax: ValueSyntax) -> ValueError {
    let value = syntax.print(actual)
    let operators = Operator.allCases.map(\.rawValue).joined(separator: " ")
    return ValueError(
      .wrongType, 0..<subject.text.utf8.count,
      "\(subject.text) is \(excerpt(value)) of type \(TypeName.spell(actual.type))"
        + ", not a Bool",
      notes: [
        "add the expected value:  \(subject.text) == " + (value.utf8.count <= 60 ? value : "..."),
        "operators: \(operators)",
      ])
  }

  /// Throws an error that the comparison has for every value of the type `root`: an unknown path, or
  /// an operand of another type. Does not throw if only a value tells.
  ///
  /// - Parameter requiresFlag: Whether the value at a path without an operator must be a Bool. Default:
  ///   true. The error of `evaluate` has the value.
  package func check(
    in root: Any.Type, computed: ComputedProperties, syntax: ValueSyntax, requiresFlag: Bool = true
  ) throws(ValueError) {
    var type = try subject.type(in: root, computed: computed, syntax: syntax)
    if comparesWithNil, subject.path.mayBeAbsent(in: root, computed: computed) { return }
    if comparesEachValue, let list = type as? any Collection.Type { type = elementType(of: list) }
    if let type { try requireOperator(for: type, computed) }
    if let other, other.isOld { return try check(other, with: type, root, computed, syntax) }
    guard let type else { return }
    do throws(ValueError) { try check(type, syntax) } catch {
      guard operandOffset >= 0 else {
        guard requiresFlag else { return }
        throw ValueError(
          .wrongType, 0..<subject.text.utf8.count,
          "\(subject.text) is of type \(TypeName.spell(type)), not a Bool",
          candidates: subject.likelyComparison(type).map { [$0] } ?? [])
      }
      let valueError = error
      guard let other else { throw valueError.describingForm.moved(by: operandOffset) }
      do throws(ValueError) { try check(other, with: type, root, computed, syntax) } catch {
        // A mistyped case is likelier than a mistyped path.
        let isPath = error.code == ValueError.Code.cannotCompare.rawValue
        guard !isPath, !valueError.candidates.isEmpty || error.candidates.isEmpty else {
          throw error
        }
        var both = valueError.moved(by: operandOffset)
        // A look-alike of a digit has an error of its own.
        if operand.utf8.allSatisfy({ $0 < 0x80 }) {
          both.notes.append("as a path: " + error.message)
        }
        throw both
      }
    }
  }

  /// Throws if no value of the left side's type has the operator.
  private func requireOperator(
    for type: Any.Type, _ computed: ComputedProperties
  ) throws(ValueError) {
    guard comparison != .matches, !(Operator.supported(by: type)?.contains(comparison) ?? true)
    else { return }
    let parts = memberTypes(of: type, computed).filter {
      Operator.supported(by: $0.type)?.contains(comparison) ?? false
    }
    throw ValueError(
      .cannotCompare, operandOffset..<operandOffset + operand.utf8.count,
      comparison.refusal(of: type),
      notes: [Operator.note(for: type)]
        + Suggestions.note(
          "'\(comparison.rawValue)' fits", parts.map { subject.text(ofMember: $0.name) }))
  }

  /// Throws if the operand is not a path, or if the path leads to a value of another type.
  private func check(
    _ other: ComparisonSide, with type: Any.Type?, _ root: Any.Type,
    _ computed: ComputedProperties, _ syntax: ValueSyntax
  ) throws(ValueError) {
    do throws(ValueError) {
      guard let otherType = try other.type(in: root, computed: computed, syntax: syntax), let type
      else { return }
      let (left, right) = (withoutOptional(type), withoutOptional(otherType))
      guard comparison != .contains, left != right else { return }
      let others = memberTypes(of: root, computed).filter {
        withoutOptional($0.type) == left && $0.name != subject.path.text
      }
      let parts = memberTypes(of: right, computed).filter { withoutOptional($0.type) == left }
        .map { other.text(ofMember: $0.name) }
      throw ValueError(
        .cannotCompare, 0..<operand.utf8.count,
        "\(subject.text) is of type \(TypeName.spell(left)), and \(other.text) of type "
          + TypeName.spell(right),
        notes: Suggestions.note("of type \(TypeName.spell(left))", others.map(\.name) + parts))
    } catch { throw error.moved(by: operandOffset) }
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

  private func elementType<C: Collection>(of _: C.Type) -> Any.Type { C.Element.self }
}
