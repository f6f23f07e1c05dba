import MachoValues

/// A kind of odd behaviour that `explore` reports although no property fails, the clearest kinds first.
package enum SuspicionKind: String, CaseIterable, Codable, Sendable {
  /// A flag or phase stays after an error, a cancellation or a value.
  case stuck
  /// A failing call is repeated without end.
  case retries
  /// A response that arrives after a newer one wins.
  case late
  /// A response replaces what the user has entered since the call.
  case overwrites
  /// An effect outlives what started it.
  case outlives
  /// Data remains after what it belongs to is gone.
  case remains
  /// What an action has put off is not done when it can be.
  case pending
  /// A reference to an element stays after the element is gone.
  case dangling
  /// A response changes another element than that of its call.
  case wrongRow = "wrong-row"
  /// An alert or sheet is replaced without an input.
  case replaced
  /// Two equal calls or timers of a repeated action, or two equal submissions, are in flight at once.
  case overlap
  /// A response is added again if the same action requests it again.
  case doubled
  /// A number that counts something is negative.
  case negative
  /// An action moves a position to one before the last element, or to one after it.
  case boundary
  /// A total stays although the elements are restored that it was changed with.
  case total
  /// A value does not follow a change of what it is computed or checked with.
  case derived
  /// After an error, the repeated action requests something else.
  case skips
  /// The state at rest depends on the order in which calls are answered.
  case answerOrder = "answer-order"
  /// A failed call leads to the same state as a successful one, or does not take back a change.
  case unnoticed
  /// An error of a call changes nothing, although the state can show errors.
  case silent
  /// A collection depends on a value that was replaced, or an undo restores only a part.
  case history
  /// A repeated request does not set the flag that the first one set.
  case unmarked
  /// What an error has set stays after the repeated action has succeeded.
  case stale
  /// A flag is reset although one of two calls that set it is pending.
  case early
}

/// A line that says that suspicions are intended: `intended stuck isClosed`.
package struct Intention {
  /// The first word of the line.
  static let word = "intended"

  package let kind: SuspicionKind
  /// The paths, actions and endpoints that a suspicion must name. Empty for all of the kind.
  package let subjects: [String]

  /// Parses what follows `intended`. Throws for an unknown kind, and for a subject that the feature does
  /// not have.
  init(_ text: Arguments, of feature: any DrivenFeature) throws(Diagnostic) {
    var rest = text
    guard let word = rest.consumeWord() else {
      throw Command.property.usageError("the kind of a suspicion is missing after 'intended'")
    }
    guard let kind = SuspicionKind(rawValue: word.text) else {
      let kinds = SuspicionKind.allCases.map(\.rawValue)
      throw Diagnostic(
        "usage", "no suspicion has the kind '\(word.text)'", at: word.range,
        candidates: Suggestions.nearest(to: word.text, among: kinds),
        notes: ["the kinds: " + kinds.joined(separator: ", ")])
    }
    self.kind = kind
    var subjects: [String] = []
    while let subject = rest.consumeWord() {
      try Self.check(subject, feature)
      subjects.append(subject.text)
    }
    self.subjects = subjects
  }

  /// Throws if the feature has no path, action or endpoint of a name.
  private static func check(
    _ subject: (text: String, range: Range<Int>), _ feature: any DrivenFeature
  ) throws(Diagnostic) {
    let names = names(of: feature)
    guard !names.contains(subject.text) else { return }
    do throws(ValueError) {
      let state = TypedValue(feature.startState, as: feature.stateType)
      _ = try ValuePath(reading: subject.text[...])
        .evaluate(in: state, computed: feature.computed, syntax: feature.syntax)
    } catch  where !error.isAboutPresentState {
      throw Diagnostic(
        "usage", "the feature has no path, action or endpoint '\(subject.text)'", at: subject.range,
        candidates: Suggestions.nearest(to: subject.text, among: names + paths(of: feature)))
    } catch {}
  }

  /// Returns the actions and endpoints of a feature.
  static func names(of feature: any DrivenFeature) -> [String] {
    feature.syntax.actionTemplates(of: feature.sentTypes + feature.receivedTypes).map(\.label)
      + feature.endpoints.map(\.name)
  }

  /// Returns the paths of the parts of the start state.
  static func paths(of feature: any DrivenFeature) -> [String] {
    feature.syntax.leaves(of: TypedValue(feature.startState, as: feature.stateType)).map(\.path)
  }

  /// The line, which parses back.
  var text: String { ([Self.word, kind.rawValue] + subjects).joined(separator: " ") }
}
