import MachoValues

/// An effect in flight.
package struct RunningEffect: Equatable, Sendable {
  /// The status of an effect: asleep or waiting.
  package enum Status: Equatable, Sendable {
    /// A deadline on the test clock, after this duration.
    case asleep(Duration)
    /// A named wait inside of the store, for example a pending call.
    case waiting(String)
    /// External work, which the store's executor does not run.
    case external
  }

  /// The ordinal of its start, from 1.
  package var id: Int
  /// The cancellation identity, or `run`.
  package var name: String
  /// The label of the action that started it.
  package var origin: String
  /// The source location of its `.run`.
  package var location: CodeLocation
  /// The status.
  package var status: Status
  /// What it did that makes it depend on other threads: `handed work to the queue 'database'`.
  ///
  /// Empty for a task that waits for a thread that others started: which thread will resume it is
  /// not known in each run.
  package var evidence: [String]
  /// The time since its start, by the store's clock. In a live store, that is the wall clock.
  package var age: Duration

  /// Creates a description of an effect.
  package init(
    id: Int, name: String, origin: String, location: CodeLocation, status: Status,
    evidence: [String] = [], age: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.origin = origin
    self.location = location
    self.status = status
    self.evidence = evidence
    self.age = age
  }
}

extension RunningEffect {
  /// A one-line description: `#1 run, from queryChanged at SearchFeature.swift:31`.
  package var identity: String { "#\(id) \(name), from \(origin) at \(location)" }
}

extension RunningEffect.Status: CustomStringConvertible {
  package var description: String {
    switch self {
    case .asleep(let duration): "asleep, wakes in \(ValueSyntax().print(duration))"
    case .waiting(let what): "waits for \(what)"
    case .external: "waits for external work"
    }
  }
}
