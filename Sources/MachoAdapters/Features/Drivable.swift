import MachoArchitectures

/// A store of any kind: an object that receives input and exposes a state.
///
/// Use it for architectures without an adapter: an Elm-like loop, an actor with an inbox, another
/// library's store. Conform an object that forwards input and reads the state. Register it with
/// `Feature(_:_:start:receives:drivable:)`.
///
/// ```swift
/// struct Tally: Equatable, Sendable { var number = 0 }
///
/// /// An Elm-like loop: a model, messages, and commands that end in messages.
/// final class Loop: Drivable, Sendable {
///   enum Message: Equatable, Sendable {
///     case tick, load
///     case loaded(Int)
///   }
///
///   /// A struct, because a `Sendable` class cannot have properties with wrappers.
///   struct Services: Sendable {
///     @Dependency(\.numbers) var numbers
///   }
///
///   let model: Observed<Tally>
///   let context: DrivableContext<Message>
///   let services = Services()
///
///   init(_ model: Tally, _ context: DrivableContext<Message>) {
///     self.context = context
///     self.model = Observed(model)
///   }
///
///   var state: Tally { model.value }
///
///   func send(_ message: Message) {
///     switch message {
///     case .tick: model.update { $0.number += 1 }
///     case .load:
///       context.tasks.start("load") { [self] in
///         send(.loaded(try await services.numbers.next()))
///       }
///     case .loaded(let number): model.update { $0.number = number }
///     }
///     context.didHandle(message)
///   }
/// }
///
/// Feature("loop", start: Tally(), receives: Loop.Message.self) { Loop($0, $1) }
/// ```
///
/// Three rules make it deterministic. Start asynchronous work with `context.tasks`, so that macho
/// runs and observes it. Take time and services from dependencies, so that scripts control them.
/// Return a value from `state`, so that states before and after an action can be compared.
///
/// All calls are made on the session's thread. An actor stores what `state` reads in an `Observed`.
public protocol Drivable<State, Input>: AnyObject, SendableMetatype {
  /// The state, or a snapshot of everything that a user would see.
  associatedtype State: Equatable & SendableMetatype
  /// The type of sent actions.
  associatedtype Input
  /// The present state.
  var state: State { get }
  /// Sends an action.
  func send(_ input: Input)
  /// Restores an earlier state. Returns whether the object supports it.
  ///
  /// If it does not, macho creates a new object and replays the actions up to that state.
  func restore(_ state: State) -> Bool
}

extension Drivable {
  /// Default: `false`.
  public func restore(_ state: State) -> Bool { false }
}

/// The interface between a drivable object and macho.
public struct DrivableContext<Handled: Sendable>: Sendable {
  /// Starts asynchronous work that macho runs, observes, names and can cancel.
  public let tasks: TaskRunner
  let onHandle: @Sendable (Handled) -> Void

  /// Reports a handled action or an output. State changes since the last call belong to it.
  ///
  /// Scripts assert each reported action with `receive`, except for the echo of a sent action. A
  /// state change without a report is a modification, received as `changed`.
  public func didHandle(_ action: Handled) { onHandle(action) }
}
