import MachoValues

/// A condition on how many calls of an endpoint are pending or were made, or how many effects of an action
/// are in flight: `calls of orders.submit <= 1`, `all calls of orders.submit == 2`,
/// `effects of startButtonTapped == 0`.
package struct WorkCount: Sendable {
  private enum Subject {
    /// The pending calls, or all that were made.
    case calls(Endpoint, CallPattern, isAll: Bool)
    case effects(origin: ActionLabel)
  }

  private let subject: Subject
  /// The condition as it was typed, without the comparison.
  private let name: String
  private let comparison: Comparison.Operator
  private let count: Int

  private static let operators: [Comparison.Operator] = [
    .equal, .notEqual, .lessOrEqual, .less, .greaterOrEqual, .greater,
  ]

  /// What is not an operator, with the one that is meant.
  private static let misspelled: [(name: String, meant: Comparison.Operator)] = [
    ("=", .equal), ("=<", .lessOrEqual), ("=>", .greaterOrEqual),
  ]

  /// Whether a text is such a condition, and not a comparison of a state.
  package static func isBegun(by arguments: Arguments) -> Bool {
    var rest = arguments
    let isAll = rest.consume("all")
    return (rest.consume("calls") || !isAll && rest.consume("effects")) && rest.consume("of")
  }

  /// Parses a condition that `isBegun` recognizes. Throws if the feature does not have the endpoint or
  /// the action, or if the comparison is missing.
  package init(
    _ arguments: Arguments, of feature: any DrivenFeature, command: Command = .expect
  ) throws(Diagnostic) {
    var rest = arguments
    let isAll = rest.consume("all")
    let isOfCalls = rest.consume("calls")
    if !isOfCalls { _ = rest.consume("effects") }
    _ = rest.consume("of")
    let names = Self.operators.map(\.rawValue)
    guard let sign = rest.firstSeparator(of: names + Self.misspelled.map(\.name)) else {
      throw command.usageError("a comparison such as '<= 1' is missing", at: rest.range)
    }
    guard let comparison = Comparison.Operator(rawValue: sign.text) else {
      let start = rest.offset + sign.start
      throw Diagnostic(
        "syntax", "expected one of \(names.joined(separator: " "))",
        at: start..<start + sign.text.utf8.count,
        candidates: Self.misspelled.filter { $0.name == sign.text }.map(\.meant.rawValue))
    }
    let (subject, number) = (rest.before(sign), rest.after(sign))
    guard !subject.isEmpty else {
      throw command.usageError(
        isOfCalls ? "an endpoint is missing" : "an action is missing", at: rest.range)
    }
    guard let count = Int(number.text), count >= 0 else {
      throw command.usageError(
        number.isEmpty
          ? "a number is missing" : "not a number of calls or effects: '\(number.text)'",
        at: number.isEmpty ? rest.range : number.range)
    }
    self.comparison = comparison
    self.count = count
    name = (isAll ? "all " : "") + (isOfCalls ? "calls of " : "effects of ") + subject.text
    guard isOfCalls else {
      self.subject = .effects(origin: try Self.origin(subject, in: feature))
      return
    }
    let reader = ResponseParser(
      command: .answer, endpoints: feature.endpoints, syntax: feature.syntax)
    let call = try reader.parseCall(subject)
    self.subject = .calls(call.endpoint, call.pattern, isAll: isAll)
  }

  /// Returns the label of an action of the feature. Throws for another text: no effect could have it.
  private static func origin(
    _ text: Arguments, in feature: any DrivenFeature
  ) throws(Diagnostic) -> ActionLabel {
    let name = String(text.text)
    let origin = ActionLabel(name)
    let types = feature.sentTypes + feature.receivedTypes
    let labels = feature.syntax.actionTemplates(of: types).map(\.label)
    guard labels.map(ActionLabel.init).contains(where: { $0 == origin || $0.isInside(origin) })
    else {
      throw Diagnostic(
        "no-such-case", "the feature has no action '\(name)'", at: text.range,
        candidates: Suggestions.nearest(to: name, among: labels))
    }
    return origin
  }

  /// The condition as text.
  var text: String { "\(name) \(comparison.rawValue) \(count)" }

  /// Returns the calls or effects that it counts, each with a text.
  private func found(_ store: any DrivenStore, _ stubs: StubTable) -> [String] {
    switch subject {
    case .calls(let endpoint, let pattern, isAll: false):
      stubs.openCalls
        .filter { $0.endpoint == endpoint.name && pattern.matches($0.arguments) }
        .map { $0.endpoint + $0.text }
    case .calls(let endpoint, let pattern, isAll: true):
      stubs.madeCalls
        .filter { $0.endpoint == endpoint.name && pattern.matches($0.arguments) }
        .map { $0.endpoint + $0.text }
    case .effects(let origin):
      store.effects
        .filter { effect in
          let label = ActionLabel(effect.origin)
          return label == origin || label.isInside(origin)
        }.map(\.identity)
    }
  }

  /// Returns whether the condition holds now.
  func holds(_ store: any DrivenStore, _ stubs: StubTable) -> Bool {
    let found = found(store, stubs)
    return switch comparison {
    case .equal: found.count == count
    case .notEqual: found.count != count
    case .less: found.count < count
    case .lessOrEqual: found.count <= count
    case .greater: found.count > count
    default: found.count >= count
    }
  }

  /// The number of calls or effects that an explanation lists.
  private static let listedCount = 20

  /// Returns a sentence about the count, and what was counted.
  func explanation(
    _ store: any DrivenStore, _ stubs: StubTable, expecting: Bool
  ) -> (sentence: String, notes: [String]) {
    let found = found(store, stubs)
    let wanted = (expecting ? comparison : comparison.negated) ?? comparison
    let rest = found.count - Self.listedCount
    var notes = Array(found.prefix(Self.listedCount))
    if rest > 0 { notes.append("and \(rest) more") }
    return ("\(name) is \(found.count), expected \(wanted.rawValue) \(count)", notes)
  }
}
