import MachoMetadata

extension ValueSyntax {
  /// Returns completions for an argument of `expect` that ends at the cursor: a path into `root`,
  /// an operator for its value, or a value of its type.
  package func completions(
    ofComparison text: Substring, in root: TypedValue,
    computed: ComputedProperties = ComputedProperties()
  ) -> [Completion] {
    guard let parts = ComparisonParts(text) else {
      return completions(ofPath: text, in: root, computed: computed)
    }
    guard let left = try? parts.path.evaluate(in: root, computed: computed, syntax: self) else {
      return []
    }
    guard let operand = parts.operand else {
      return operators(for: left, typed: parts.spelled, at: parts.start)
    }
    guard let comparison = Comparison.Operator(rawValue: parts.spelled) else { return [] }
    return operands(of: comparison, left, operand.text, root).shifted(by: operand.start)
  }

  /// Returns a hint for what follows `text`, which may be any prefix of an argument of `expect`.
  package func hint(
    ofComparison text: Substring, in root: TypedValue,
    computed: ComputedProperties = ComputedProperties()
  ) -> String? {
    guard let parts = ComparisonParts(text),
      let left = try? parts.path.evaluate(in: root, computed: computed, syntax: self)
    else { return nil }
    guard let operand = parts.operand else {
      return parts.spelled.isEmpty ? "== \(TypeName.spell(left.type))" : nil
    }
    let content = withoutOptional(left.type)
    switch Comparison.Operator(rawValue: parts.spelled) {
    case .equal, .notEqual: return hint(of: operand.text[...], as: left.type)
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return hint(of: operand.text[...], as: content)
    case .contains:
      return elementType(of: content).flatMap { hint(of: operand.text[...], as: $0) }
    case .matches: return operand.text.isEmpty ? hint(of: content) : nil
    case nil: return nil
    }
  }

  /// Returns the operators that the value supports, each with the type of its operand.
  private func operators(for left: TypedValue, typed: String, at start: Int) -> [Completion] {
    let name = TypeName.spell(left.type)
    let content = unwrappedContentType(left.type) ?? withoutOptional(left.type)
    let operators = Comparison.Operator.supported(by: left.type) ?? [.equal, .notEqual]
    let words = operators.map { comparison in
      let detail: String =
        switch comparison {
        case .equal, .notEqual: name
        case .less, .lessOrEqual, .greater, .greaterOrEqual: TypeName.spell(content)
        case .matches: "a case of \(name)"
        case .contains: elementType(of: content).map(TypeName.spell) ?? ""
        }
      return (text: comparison.rawValue + " ", detail: detail)
    }
    return Completion.matching(
      words, typed: typed, replacing: start..<start + typed.utf8.count)
  }

  private func operands(
    of comparison: Comparison.Operator, _ left: TypedValue, _ typed: String, _ root: TypedValue
  ) -> [Completion] {
    let content = withoutOptional(left.type)
    switch comparison {
    case .equal, .notEqual:
      let found = completions(of: typed[...], as: left.type, live: root)
      return comparison == .equal ? currentValue(left, typed, besides: found) + found : found
    case .less, .lessOrEqual, .greater, .greaterOrEqual:
      return completions(of: typed[...], as: content)
    case .contains:
      return elementType(of: content).map { completions(of: typed[...], as: $0, live: root) } ?? []
    case .matches:
      // A case name alone is a pattern, so the arguments are dropped.
      return completions(of: typed[...], as: left.type).map { found in
        var found = found
        found.text = String(found.text.prefix { $0 != "(" })
        return found
      }
    }
  }

  /// Returns the current value if its text has at most 60 bytes and no line break.
  private func currentValue(
    _ left: TypedValue, _ typed: String, besides others: [Completion]
  ) -> [Completion] {
    let text = print(left)
    guard text.utf8.count <= 60, !text.utf8.contains(UInt8(ascii: "\n")), text.hasPrefix(typed),
      !others.contains(where: { $0.text == text })
    else { return [] }
    return [
      Completion(
        replacing: 0..<typed.utf8.count, text: text, detail: "\(TypeName.spell(left.type)), now")
    ]
  }

  /// Returns the type of the values that a `contains` operand may have.
  private func elementType(of type: Any.Type) -> Any.Type? {
    if type is any StringProtocol.Type { return String.self }
    if let keyed = type as? any KeyValueTyped.Type { return keyed.keyValueTypes.key }
    return (type as? any ElementTyped.Type)?.elementType
  }
}

/// A comparison that may end anywhere after its path.
private struct ComparisonParts {
  let path: ValuePath
  /// The typed prefix of the operator, and its offset.
  let spelled: String
  let start: Int
  /// The operand and its offset. `nil` while the operator may be incomplete.
  let operand: (text: String, start: Int)?

  /// Returns `nil` while the path may be incomplete.
  init?(_ text: Substring) {
    let bytes = Array(text.utf8)
    guard let (path, end) = try? ValuePath.prefix(of: text), end < bytes.count else { return nil }
    let start = end + bytes[end...].prefix(while: isBlank).count
    let spelled = bytes[start...].prefix {
      !isBlank($0) && isNameByte($0) == isNameByte(bytes[start])
    }
    guard start > end || spelled.first.map({ !isNameByte($0) }) ?? false,
      spelled.first != UInt8(ascii: ".")
    else { return nil }
    self.path = path
    self.start = start
    self.spelled = String(decoding: spelled, as: UTF8.self)
    let operand = spelled.endIndex + bytes[spelled.endIndex...].prefix(while: isBlank).count
    self.operand =
      spelled.endIndex < bytes.count
      ? (String(decoding: bytes[operand...], as: UTF8.self), operand) : nil
  }
}

private func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

extension [Completion] {
  /// Returns the completions for a text that has `offset` more bytes at its start.
  package func shifted(by offset: Int) -> [Completion] {
    map {
      Completion(
        replacing: $0.replacing.lowerBound + offset..<$0.replacing.upperBound + offset,
        text: $0.text, title: $0.title, detail: $0.detail)
    }
  }
}
