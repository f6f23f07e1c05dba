import MachoValues

/// An effect that has started and not ended.
public struct RunningEffect: Equatable, Sendable {
  /// What an effect waits for.
  public enum Status: Equatable, Sendable {
    /// A deadline of the controlled clock, this far away.
    case asleep(Duration)
    /// Something inside that has a name: a pending call.
    case waiting(String)
    /// Something that the store's executor does not run.
    case external
  }

  /// Its number, counted from 1 in the order of birth.
  public var id: Int
  /// Its name: the cancellation identity, or `run`.
  public var name: String
  /// The label of the action that started it.
  public var origin: String
  /// The file and line of its `.run`: `CounterFeature.swift:31`.
  public var location: String
  /// What it waits for.
  public var status: Status
  /// How long ago it was started, by the clock of its store; the wall's where that one is live.
  public var age: Duration

  /// Describes a running effect.
  public init(
    id: Int, name: String, origin: String, place: String, status: Status, age: Duration = .zero
  ) {
    self.id = id
    self.name = name
    self.origin = origin
    self.location = place
    self.status = status
    self.age = age
  }
}

extension RunningEffect {
  /// Which effect it is, for a sentence: `#1 run, from queryChanged at SearchFeature.swift:31`.
  package var identity: String { "#\(id) \(name), from \(origin) at \(location)" }
}

extension RunningEffect.Status: CustomStringConvertible {
  public var description: String {
    switch self {
    case .asleep(let duration): "asleep, wakes in \(ValueSyntax().print(duration))"
    case .waiting(let what): "waits for \(what)"
    case .external: "waits for something outside"
    }
  }
}
