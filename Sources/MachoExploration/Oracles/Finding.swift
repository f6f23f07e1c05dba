import MachoScripting
import MachoSessions

/// A failure that an exploration found.
package struct Finding: Hashable, Codable, Sendable {
  /// The kind of a failure.
  package enum Kind: String, Codable, Sendable {
    /// An invariant does not hold.
    case invariant
    /// Another property does not hold.
    case property
    /// The feature reported an issue.
    case issue
    /// An effect threw an error that nothing catches.
    case effectFailed = "effect-failed"
    /// Another failure that a line reports, for example a missing stub.
    case problem
    /// Undo or redo does not restore the state.
    case undo
    /// Equal choices lead to different states.
    case replay
    /// The effects of one step send actions without end.
    case endless
    /// The process crashed.
    case crash
    /// A step does not return.
    case hang
    /// The final state depends on the order of ready jobs.
    case race

    // Suspicions: what is odd in the behaviour of a feature, without a condition of the user.

    /// A flag or phase stays after an error, a cancellation or a value.
    case stuck
    /// An effect outlives what started it.
    case outlives
    /// Two equal calls or timers of a repeated action are in flight at once.
    case overlap
    /// An alert or sheet is replaced without an input.
    case replaced
    /// A response that arrives after a newer one wins.
    case late
    /// The state at rest depends on the order in which calls are answered.
    case answerOrder = "answer-order"
    /// Data remains after what it belongs to is gone.
    case remains
    /// A failing call is repeated without end.
    case retries
    /// After an error, the repeated action requests something else.
    case skips
    /// A failed call leads to the same state as a successful one, or does not take back a change.
    case unnoticed
    /// What an error has set stays after the repeated action has succeeded.
    case stale
    /// A response is added again if the same action requests it again.
    case doubled
    /// A reference to an element stays after the element is gone.
    case dangling
    /// A number that counts something is negative.
    case negative
    /// A total stays although the elements are restored that it was changed with.
    case total
    /// A collection depends on a value that was replaced.
    case history
    /// A repeated request does not set the flag that the first one set.
    case unmarked
    /// A flag is reset although one of two calls that set it is pending.
    case early
    /// A response replaces what the user has entered since the call.
    case overwrites
    /// A response changes another element than that of its call.
    case wrongRow = "wrong-row"
    /// An action moves a position to one before the last element, or to one after it.
    case boundary
    /// A value does not follow a change of what it is computed or checked with.
    case derived
    /// An error of a call changes nothing, although the state can show errors.
    case silent
    /// What an action has put off is not done when it can be.
    case pending

    /// The kind of a suspicion. `nil` for a failure.
    package var suspicion: SuspicionKind? { SuspicionKind(rawValue: rawValue) }

    /// Whether it is a suspicion and not a failure.
    package var isSuspicion: Bool { suspicion != nil }

    /// The position among suspicions: the clearest ones first. `nil` for a failure.
    package var rank: Int? { suspicion.flatMap(SuspicionKind.allCases.firstIndex) }

    /// Whether the failure ends the process of a run.
    package var endsProcess: Bool { self == .crash || self == .hang || self == .endless }
  }

  /// The kind.
  package var kind: Kind
  /// What identifies the failure among others of its kind: an invariant, a source location or the
  /// message of a crash.
  package var identity: String
  /// One sentence.
  package var message: String
  /// The paths, actions and endpoints that a suspicion is about.
  package var subjects: [String] = []

  /// Creates the finding of a suspicion about paths, actions and endpoints.
  init(_ kind: Kind, about subjects: [String], message: String) {
    self.init(
      kind, identity: ([kind.rawValue] + subjects).joined(separator: " "), message: message)
    self.subjects = subjects
  }

  /// Creates a finding.
  package init(_ kind: Kind, identity: String, message: String) {
    self.kind = kind
    self.identity = identity
    self.message = message
  }

  /// A short text for the kind and the identity.
  package var id: String { "\(kind.rawValue)-\(FNV1aHasher(identity).text)" }

  /// Whether a line of the user's says that the suspicion is intended.
  package func isIntended(_ intention: Intention) -> Bool {
    kind.suspicion == intention.kind && Set(intention.subjects).isSubset(of: subjects)
  }

  /// Whether the same defect causes both, as far as can be seen.
  package func isSame(as other: Finding) -> Bool {
    kind == other.kind && identity == other.identity
  }
}

extension Finding {
  /// Creates the finding of a problem that a store reports.
  init(_ problem: Diagnostic) {
    let kind: Kind =
      switch problem.code {
      case "issue": .issue
      case "effect-failed": .effectFailed
      default: .problem
      }
    let parts =
      [problem.code.rawValue] + problem.locations.map(\.description) + [problem.identity]
    self.init(kind, identity: parts.joined(separator: " "), message: problem.message)
  }
}
