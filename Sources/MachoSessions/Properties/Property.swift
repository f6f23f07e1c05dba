import MachoValues

/// A line that must be true of all behaviour of a feature: `always count >= 0`,
/// `isLoading leads to not isLoading`.
package struct Property {
  /// When a condition must hold.
  enum Kind {
    /// In the start state and after each action.
    case always(StateCondition)
    /// In no state.
    case never(StateCondition)
    /// Whenever the store is at rest.
    case atRest(StateCondition)
    /// When the store is at rest next, after the first condition has held.
    case leadsTo(StateCondition, StateCondition)
    /// After each action that matches a pattern.
    case after(action: String, ActionPattern, StateCondition)
    /// From the first state on in which the first condition holds.
    case onceAlways(StateCondition, StateCondition)
    /// Never checked: it says that suspicions are intended.
    case intended(Intention)
  }

  let kind: Kind
  /// Whether it is checked once for each input, when the store is idle, and not after each action.
  let isAboutInputs: Bool
  /// Whether a line declares it. `false` for an invariant of an exploration.
  package let isDeclared: Bool

  /// Parses a condition that must hold after each input.
  package init(invariant text: Arguments, of feature: any DrivenFeature) throws(Diagnostic) {
    kind = .always(
      try StateCondition(text, of: feature, feature.syntax, command: .expect))
    isAboutInputs = true
    isDeclared = false
  }

  /// The variables that have parts of the action.
  var variables: [(name: String, type: Any.Type)] {
    if case .after(_, let pattern, _) = kind { pattern.variables } else { [] }
  }

  /// The first word of a property that is a verb. `leads to` and `intended` have none.
  package enum Word: String, CaseIterable, Sendable {
    case always, never, at, after, once
  }

  /// Parses a property of a feature.
  ///
  /// - Parameter syntax: The syntax of values. Default: the feature's.
  package init(
    _ text: Arguments, of feature: any DrivenFeature, _ syntax: ValueSyntax? = nil
  ) throws(Diagnostic) {
    var rest = text
    let word = Word.allCases.first { rest.consume($0.rawValue) }
    try self.init(word, rest, of: feature, syntax ?? feature.syntax)
  }

  /// Parses a property without its first word.
  init(
    _ word: Word?, _ text: Arguments, of feature: any DrivenFeature, _ syntax: ValueSyntax
  ) throws(Diagnostic) {
    let command = word.flatMap { Command.named($0.rawValue) } ?? .property
    func condition(
      _ text: Arguments, with variables: [(name: String, type: Any.Type)] = []
    ) throws(Diagnostic) -> StateCondition {
      let declaring: ValueSyntax
      do throws(ValueError) { declaring = try syntax.declaring(variables) } catch {
        throw Diagnostic(error, offset: text.offset)
      }
      return try StateCondition(text, of: feature, declaring, command: command)
    }
    var rest = text
    func requireSides(_ parts: [Arguments], _ word: String) throws(Diagnostic) {
      for (index, part) in parts.prefix(2).enumerated() where part.isEmpty {
        let place = index == 0 ? "before" : "after"
        throw command.usageError("a condition is missing \(place) '\(word)'", at: text.range)
      }
    }
    if let word, text.split(atWords: Self.leadsTo).count > 1 {
      throw command.usageError(
        "a property with '\(Self.leadsTo)' does not begin with '\(word.rawValue)'", at: text.range)
    }
    switch word {
    case .always: kind = .always(try condition(rest))
    case .never: kind = .never(try condition(rest))
    case .at:
      guard rest.consume("rest") else {
        var error = command.usageError("'rest' is missing after 'at'", at: rest.range)
        if let (found, range) = rest.consumeWord() {
          error.candidates = Suggestions.nearest(to: found, among: ["rest"])
          if !error.candidates.isEmpty { error.range = range }
        }
        throw error
      }
      kind = .atRest(try condition(rest))
    case .after:
      guard let action = rest.consumeValue() else {
        throw command.usageError("an action is missing")
      }
      let pattern: ActionPattern
      do throws(ValueError) {
        pattern = try syntax.readPattern(action.text, ofAllActionsOf: feature)
      } catch { throw Diagnostic(error, offset: action.offset) }
      if let name = pattern.repeatedVariable {
        throw command.usageError("'$\(name)' is in the action twice", at: action.range)
      }
      guard !rest.isEmpty else {
        throw command.usageError("a condition is missing after the action", at: action.range)
      }
      kind = .after(
        action: String(action.text), pattern, try condition(rest, with: pattern.variables))
    case .once:
      let parts = rest.split(atWords: Word.always.rawValue)
      guard parts.count == 2 else {
        var error = command.usageError(
          "expected one 'always' between two conditions", at: rest.range)
        if parts.count == 1 { error.suggest(Word.always.rawValue, in: rest) }
        throw error
      }
      try requireSides(parts, Word.always.rawValue)
      kind = .onceAlways(try condition(parts[0]), try condition(parts[1]))
    case nil where rest.consume(Intention.word):
      kind = .intended(try Intention(rest, of: feature))
    case nil:
      let parts = rest.split(atWords: Self.leadsTo)
      guard parts.count == 2 else {
        throw Self.noProperty(rest, isCondition: (try? condition(rest)) != nil)
      }
      try requireSides(parts, Self.leadsTo)
      kind = .leadsTo(try condition(parts[0]), try condition(parts[1]))
    }
    // Counts are known when the store is idle.
    isAboutInputs = Self.conditions(of: kind).contains(where: \.countsWork)
    isDeclared = true
  }

  private static let leadsTo = "leads to"

  /// Returns the error of a text that is not a property.
  private static func noProperty(_ text: Arguments, isCondition: Bool) -> Diagnostic {
    let command = Command.property
    guard text.split(atWords: leadsTo).count == 1 else {
      return command.usageError(
        "expected one '\(leadsTo)' between two conditions", at: text.range)
    }
    var error = command.usageError("not a property", at: text.isEmpty ? nil : text.range)
    guard !isCondition else {
      error.candidates = ["\(Word.always.rawValue) \(text.text)"]
      return error
    }
    let first = text.text.prefix { $0 != " " }
    error.candidates = Suggestions.nearest(
      to: String(first), among: Word.allCases.map(\.rawValue) + [Intention.word])
    if error.candidates.isEmpty { error.suggest(leadsTo, in: text) }
    return error
  }

  /// Whether a text has the words of a property.
  package static func isBegun(by text: Arguments) -> Bool {
    var rest = text
    guard let word = Word.allCases.first(where: { rest.consume($0.rawValue) }) else {
      return hasNoVerb(text)
    }
    return word != .at || rest.consume("rest")
  }

  /// Whether a text has the form `CONDITION leads to CONDITION` or `intended KIND`.
  static func hasNoVerb(_ text: Arguments) -> Bool {
    var rest = text
    if rest.consume(Intention.word) { return true }
    // PERFORMANCE: most lines have no such word.
    return text.text.contains(leadsTo) && text.split(atWords: leadsTo).count > 1
  }

  /// The conditions in it.
  var conditions: [StateCondition] { Self.conditions(of: kind) }

  private static func conditions(of kind: Kind) -> [StateCondition] {
    switch kind {
    case .always(let condition), .never(let condition), .atRest(let condition),
      .after(_, _, let condition):
      [condition]
    case .leadsTo(let first, let second), .onceAlways(let first, let second): [first, second]
    case .intended: []
    }
  }

  /// The operands of its comparisons, as text.
  package var constants: [String] { conditions.flatMap(\.constants) }

  /// What it says about suspicions. `nil` for a property that is checked.
  package var intention: Intention? {
    guard case .intended(let intention) = kind else { return nil }
    return intention
  }

  /// The condition of `always`, if it can be written as an `expect` line. `nil` for other properties.
  package var invariant: String? {
    guard case .always(let condition) = kind, !condition.usesOld else { return nil }
    return condition.text
  }

  /// Whether it is checked at rest only.
  package var isAboutRest: Bool {
    switch kind {
    case .atRest, .leadsTo: true
    case .always, .never, .after, .onceAlways, .intended: false
    }
  }

  /// The line that declares the property. It has the verb `property` only if another verb would be read.
  package var line: Line {
    let line = Line(text)
    return line.declaresProperty && line.property == text ? line : Line(.property, text)
  }

  /// The property as text, which parses back.
  package var text: String {
    switch kind {
    case .always(let condition): "always " + condition.text
    case .never(let condition): "never " + condition.text
    case .atRest(let condition): "at rest " + condition.text
    case .leadsTo(let first, let second): "\(first.text) \(Self.leadsTo) \(second.text)"
    case .after(let action, _, let condition): "after \(action) " + condition.text
    case .onceAlways(let first, let second): "once \(first.text) always \(second.text)"
    case .intended(let intention): intention.text
    }
  }
}

extension Diagnostic {
  /// Suggests what the first word of a text may mean that resembles the first word of `words`.
  fileprivate mutating func suggest(_ words: String, in text: Arguments) {
    let wanted = words.prefix { $0 != " " }
    var rest = text
    while let (found, _) = rest.consumeWord() {
      guard !Suggestions.nearest(to: found, among: [String(wanted)]).isEmpty else { continue }
      candidates = [words]
      return
    }
  }
}
