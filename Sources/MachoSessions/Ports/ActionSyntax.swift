import MachoValues

// A feature's actions may be of several types: what one sends and what one receives differ in most
// architectures, and some have open sets of actions.

extension ValueSyntax {
  /// Reads a value to be sent as the first of the types that can be made of the text.
  func readAction(_ text: Substring, as types: [Any.Type]) throws(ValueError) -> Any {
    try first(of: types) { type throws(ValueError) in try readSendable(text, as: type) }
  }

  /// Reads what a received action looks like: a pattern for each type that knows the text.
  func readPatterns(_ text: Substring, of types: [Any.Type]) throws(ValueError) -> [ValuePattern] {
    let patterns = types.compactMap {
      try? ValuePattern(reading: text, type: $0, syntax: self)
    }
    guard patterns.isEmpty else { return patterns }
    return [
      try first(of: types) { type throws(ValueError) in
        try ValuePattern(reading: text, type: type, syntax: self)
      }
    ]
  }

  /// The cases of the enums among some types, then the other types' own texts.
  package func actions(of types: [Any.Type]) -> [CaseDescription] { types.flatMap(cases) }

  /// What a body makes of the first type that it fails at least of all.
  private func first<Result>(
    of types: [Any.Type], _ body: (Any.Type) throws(ValueError) -> Result
  ) throws(ValueError) -> Result {
    var failures: [ValueError] = []
    for type in types {
      do throws(ValueError) { return try body(type) } catch { failures.append(error) }
    }
    guard let first = failures.first else {
      throw ValueError(.noSuchCase, 0..<0, "the feature has no actions of this kind")
    }
    // Who knows the name has more to say than who does not.
    if let precise = failures.first(where: { !$0.isOfName }) { throw precise }
    var error = first
    error.candidates = Array(failures.flatMap(\.candidates).prefix(3))
    throw error
  }
}

extension ValueError {
  /// Whether it says no more than that the text begins with another name.
  fileprivate var isOfName: Bool {
    code == Code.noSuchCase.rawValue || code == Code.wrongType.rawValue && range.lowerBound == 0
  }
}
