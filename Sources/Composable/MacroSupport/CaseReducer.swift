/// A reducer for several features of which one is active. `@Reducer` generates it for an enum.
///
/// ```swift
/// @Reducer
/// enum Destination {
///   case add(AddContact)
///   case edit(EditContact)
/// }
/// ```
public protocol CaseReducer<State, Action>: Reducer
where State: CaseReducerState, Body: Reducer<State, Action> {
  /// The enum of the features' states.
  associatedtype State = State
  /// The enum of the features' actions.
  associatedtype Action = Action
  /// The reducer that runs the active feature.
  associatedtype Body
  /// The enum of the features' stores.
  associatedtype CaseScope

  /// The reducer that runs the active feature.
  static var body: Body { get }

  /// Returns the store of the active feature.
  @MainActor static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { Self.body }
}

/// The state of a `CaseReducer`.
public protocol CaseReducerState {
  /// The reducer of the state.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self

  /// The reducer of the state. Default: `StateReducer`.
  ///
  /// `@Reducer` declares it in the state. In a target with a default isolation it is isolated, and so
  /// the conformance of the state is, as that of its reducer.
  static var _$stateReducer: StateReducer.Type { get }
}

extension CaseReducerState {
  public static var _$stateReducer: StateReducer.Type { StateReducer.self }
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the active feature, for a `switch`.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Reduce {
  /// Creates the reducer that `@Reducer` generates for the features of an enum.
  public init(
    @ReducerBuilder<State, Action> _$cases cases: () -> some Reducer<State, Action>
  ) {
    self.init(cases())
  }
}

/// A conformance that `@Reducer(state:action:)` can add to the state and the actions.
public struct _SynthesizedConformance: Sendable {
  private init() {}

  /// `Codable`
  public static let codable = Self()
  /// `Decodable`
  public static let decodable = Self()
  /// `Encodable`
  public static let encodable = Self()
  /// `Equatable`
  public static let equatable = Self()
  /// `Hashable`
  public static let hashable = Self()
  /// `Sendable`
  public static let sendable = Self()
}
