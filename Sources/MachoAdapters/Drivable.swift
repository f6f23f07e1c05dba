import MachoArchitectures

/// A store of any kind, as macho needs to see it: something that takes input and shows a state.
///
/// This is the way in for what macho has no adapter for: an Elm-like loop, an actor with an inbox,
/// another library's store. Conform an object that sends input on and reads the state, and register
/// it with `Feature(_:_:start:takes:drivable:)`.
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
///   /// A struct, as a class that is `Sendable` may hold no property that has a wrapper.
///   struct Services: Sendable {
///     @Dependency(\.numbers) var numbers
///   }
///
///   let model: Observed<Tally>
///   let stage: Stage<Message>
///   let services = Services()
///
///   init(_ model: Tally, _ stage: Stage<Message>) {
///     self.stage = stage
///     self.model = Observed(model)
///   }
///
///   var state: Tally { model.value }
///
///   func send(_ message: Message) {
///     switch message {
///     case .tick: model.update { $0.number += 1 }
///     case .load:
///       stage.work.start("load") { [self] in send(.loaded(try await services.numbers.next())) }
///     case .loaded(let number): model.update { $0.number = number }
///     }
///     stage.took(message)
///   }
/// }
///
/// Feature("loop", start: Tally(), takes: Loop.Message.self) { Loop($0, $1) }
/// ```
///
/// Three rules make it exact. What takes time is started with `stage.work`, so that macho runs it
/// and sees what still runs. Time and services come from dependencies, so that scripts control
/// them. And `state` is a value: what it was before an action can be compared with what it is.
///
/// Every call comes from the session's thread. An actor keeps what `state` reads in an `Observed`.
public protocol Drivable<State, Input>: AnyObject, SendableMetatype {
  /// The state, or a snapshot of all that a person would see.
  associatedtype State: Equatable & SendableMetatype
  /// What `send` takes.
  associatedtype Input
  /// The state as it is now.
  var state: State { get }
  /// Takes input.
  func send(_ input: Input)
  /// Puts a state from the past in place, and says whether it can.
  ///
  /// Where it cannot, macho makes the object anew and replays what happened up to that state.
  func restore(_ state: State) -> Bool
}

extension Drivable {
  /// Cannot.
  public func restore(_ state: State) -> Bool { false }
}

/// What macho gives to an object that it drives.
public struct DrivableContext<Taken: Sendable>: Sendable {
  /// Starts asynchronous work that macho runs, sees, names and can cancel.
  public let work: TaskRunner
  let onHandle: @Sendable (Taken) -> Void

  /// Says that an action was taken or something was put out: what has changed since the last one
  /// belongs to it.
  ///
  /// A script names each by `receive`, except the one that repeats what was just sent. A change of
  /// the state of which nothing is said is received as `changed`.
  public func didHandle(_ action: Taken) { onHandle(action) }
}

/// What is received when a state changes of which nothing else is said.
public enum StateChange: Equatable, Sendable {
  /// The state is another one.
  case changed
}
