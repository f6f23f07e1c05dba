/// A choice of features of which one is shown at a time: `@Reducer` makes it of an enum.
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
  /// The choice of the features' states.
  associatedtype State = State
  /// The choice of the features' actions.
  associatedtype Action = Action
  /// What runs the feature that the state is of.
  associatedtype Body
  /// The choice of the features' stores.
  associatedtype CaseScope

  /// What runs the feature that the state is of.
  static var body: Body { get }

  /// The store of the feature that a store's state is of.
  @MainActor static func scope(_ store: Store<State, Action>) -> CaseScope
}

extension CaseReducer {
  public var body: Body { Self.body }
}

/// A state that knows which choice of features it is of.
public protocol CaseReducerState {
  /// The choice of features.
  associatedtype StateReducer: CaseReducer where StateReducer.State == Self
}

extension Store where State: CaseReducerState, State.StateReducer.Action == Action {
  /// The store of the feature that the state is of, to switch over.
  public var `case`: State.StateReducer.CaseScope { State.StateReducer.scope(self) }
}

extension Reduce {
  /// What `@Reducer` writes for the features of an enum.
  public init(
    @ReducerBuilder<State, Action> _$cases cases: () -> some Reducer<State, Action>
  ) {
    self.init(cases())
  }
}

/// What `@Reducer(state:action:)` can make a state and its actions conform to.
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
