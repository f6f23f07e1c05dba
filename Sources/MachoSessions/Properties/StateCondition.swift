import MachoValues

/// A condition of the state, of pending calls and of effects, as `expect` and properties write it:
/// `isLoading implies calls of facts.fetch == 1`.
///
/// `not` binds strongest, then `and`, `or` and `implies`. `implies` groups to the right.
package indirect enum StateCondition: Sendable {
  /// A comparison, with its UTF-8 offset in the line.
  case comparison(Comparison, offset: Int)
  case work(WorkCount)
  case not(Self)
  case and([Self])
  case or([Self])
  case implies(Self, Self)

  /// Parses a condition of a feature. Throws if the text is not a condition, or if no state of the feature can
  /// have a value at a path.
  ///
  /// - Parameter requiresFlags: Whether the value at a path without an operator must be a Bool. Default:
  ///   true. If it is false, evaluating the condition throws a better error.
  package init(
    _ text: Arguments, of feature: any DrivenFeature, _ syntax: ValueSyntax, command: Command,
    requiresFlags: Bool = true
  ) throws(Diagnostic) {
    self = try Parser(
      feature: feature, syntax: syntax, command: command, requiresFlags: requiresFlags
    ).condition(text)
  }

  /// The parts of which it consists. Empty for a comparison or a count.
  private var parts: [Self] {
    switch self {
    case .comparison, .work: []
    case .not(let part): [part]
    case .and(let parts), .or(let parts): parts
    case .implies(let left, let right): [left, right]
    }
  }

  /// The comparisons of the state in it.
  var comparisons: [Comparison] {
    if case .comparison(let comparison, _) = self { return [comparison] }
    return parts.flatMap(\.comparisons)
  }

  /// The operands of its comparisons, as text.
  package var constants: [String] { comparisons.map(\.operand) }

  /// The comparisons that must all hold. `nil` for another condition.
  package var conjunction: [Comparison]? {
    switch self {
    case .comparison(let comparison, _): [comparison]
    case .and(let parts):
      parts.allSatisfy { $0.conjunction != nil } ? parts.flatMap { $0.conjunction ?? [] } : nil
    case .work, .not, .or, .implies: nil
    }
  }

  /// Whether it counts calls or effects, which are known only while the store is idle.
  package var countsWork: Bool {
    if case .work = self { true } else { parts.contains(where: \.countsWork) }
  }

  /// Whether it compares with the state before the step.
  package var usesOld: Bool { comparisons.contains(where: \.usesOld) }

  /// The condition as text, which parses back.
  package var text: String {
    switch self {
    case .comparison(let comparison, _): comparison.text
    case .work(let count): count.text
    case .not(let part): "not " + part.text(in: self)
    case .and(let parts): parts.map { $0.text(in: self) }.joined(separator: " and ")
    case .or(let parts): parts.map { $0.text(in: self) }.joined(separator: " or ")
    case .implies(let left, let right):
      // A condition on the right groups to the right.
      left.text(in: self) + " implies "
        + (right.strength < strength ? "(\(right.text))" : right.text)
    }
  }

  /// How strongly it binds.
  private var strength: Int {
    switch self {
    case .comparison, .work: 4
    case .not: 3
    case .and: 2
    case .or: 1
    case .implies: 0
    }
  }

  private func text(in whole: Self) -> String {
    let isPrefix = if case .not = whole { true } else { false }
    return strength > whole.strength || isPrefix && strength == whole.strength ? text : "(\(text))"
  }
}

extension StateCondition {
  /// Reads conditions, the weakest operator first.
  fileprivate struct Parser {
    let feature: any DrivenFeature
    let syntax: ValueSyntax
    let command: Command
    let requiresFlags: Bool
    /// How many conditions contain the present one. Conditions are read, evaluated and printed by recursion.
    var depth = 0

    func condition(_ text: Arguments) throws(Diagnostic) -> StateCondition {
      let parts = try parts(of: text, at: "implies", disjunction)
      guard parts.count <= ValueSyntax.depthLimit else { throw tooDeep(text) }
      return parts.dropLast().reversed().reduce(parts[parts.count - 1]) { .implies($1, $0) }
    }

    private func disjunction(_ text: Arguments) throws(Diagnostic) -> StateCondition {
      let parts = try parts(of: text, at: "or", conjunction)
      return parts.count == 1 ? parts[0] : .or(parts)
    }

    private func conjunction(_ text: Arguments) throws(Diagnostic) -> StateCondition {
      let parts = try parts(of: text, at: "and", negation)
      return parts.count == 1 ? parts[0] : .and(parts)
    }

    /// Reads the operands of an operator.
    private func parts(
      of text: Arguments, at word: String,
      _ parse: (Arguments) throws(Diagnostic) -> StateCondition
    ) throws(Diagnostic) -> [StateCondition] {
      let texts = text.split(atWords: word)
      var parts: [StateCondition] = []
      for (index, part) in texts.enumerated() {
        guard !part.isEmpty else {
          guard texts.count > 1 else { throw command.usageError("a condition is missing") }
          throw command.usageError(
            "a condition is missing \(index == 0 ? "before" : "after") '\(word)'", at: text.range)
        }
        parts.append(try parse(part))
      }
      return parts
    }

    private func negation(_ text: Arguments) throws(Diagnostic) -> StateCondition {
      let parts = text.split(atWords: "not")
      guard parts.count > 1, parts[0].isEmpty else { return try primary(text) }
      let rest = text.part("not".utf8.count..<text.text.utf8.count)
      guard !rest.isEmpty else {
        throw command.usageError("a condition is missing after 'not'", at: text.range)
      }
      return .not(try inner(text).negation(rest))
    }

    private func primary(_ text: Arguments) throws(Diagnostic) -> StateCondition {
      if text.text.utf8.first == UInt8(ascii: "(") { return try group(text) }
      if WorkCount.isBegun(by: text) {
        return .work(try WorkCount(text, of: feature, command: command))
      }
      do throws(ValueError) {
        let comparison = try Comparison(reading: text.text)
        try comparison.check(
          in: feature.stateType, computed: feature.computed, syntax: syntax,
          requiresFlag: requiresFlags)
        return .comparison(comparison, offset: text.offset)
      } catch {
        throw Self.suggestingWord(for: Diagnostic(error, offset: text.offset), in: text)
      }
    }

    /// Suggests the word for an operator of Swift at the place of an error.
    private static func suggestingWord(for error: Diagnostic, in text: Arguments) -> Diagnostic {
      guard let start = error.range?.lowerBound else { return error }
      let rest = text.text.utf8.dropFirst(start - text.offset)
      var error = error
      for (symbol, word) in [("&&", "and"), ("||", "or")] where rest.starts(with: symbol.utf8) {
        error.range = start..<start + symbol.utf8.count
        error.candidates = [word]
      }
      if rest.first == UInt8(ascii: "!") {
        error.range = start..<start + rest.count
        error.candidates = ["not " + String(decoding: rest.dropFirst(), as: UTF8.self)]
      }
      return error
    }

    private func group(_ text: Arguments) throws(Diagnostic) -> StateCondition {
      guard let length = text.bracketedLength, text.isClosed else {
        throw Diagnostic("unclosed", "'(' is never closed", at: text.part(0..<1).range)
      }
      guard length == text.text.utf8.count else {
        let rest = text.part(length..<text.text.utf8.count)
        throw command.usageError("expected 'and', 'or' or 'implies'", at: rest.range)
      }
      return try inner(text).condition(text.part(1..<length - 1))
    }

    /// Returns the parser of a condition inside of the present one.
    private func inner(_ text: Arguments) throws(Diagnostic) -> Self {
      guard depth < ValueSyntax.depthLimit else { throw tooDeep(text) }
      var inner = self
      inner.depth += 1
      return inner
    }

    private func tooDeep(_ text: Arguments) -> Diagnostic {
      Diagnostic(
        "too-deep", "conditions nest at most \(ValueSyntax.depthLimit) deep", at: text.range)
    }
  }
}
