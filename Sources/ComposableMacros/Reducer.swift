/// Makes a struct a feature, or an enum a feature enum: a set of features, one of which is active
/// at a time.
///
/// ```swift
/// @Reducer
/// struct Counter {
///   @ObservableState
///   struct State { var count = 0 }
///   enum Action { case incrementButtonTapped }
///   var body: some ReducerOf<Self> {
///     Reduce { state, action in ... }
///   }
/// }
///
/// @Reducer
/// enum Destination {
///   case add(AddContact)
///   case alert(AlertState<Alert>)
/// }
/// extension Destination.State: Equatable {}
/// ```
@attached(extension, conformances: Reducer, CaseReducer, _ReducerTypes)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a feature enum, and its state and actions conform to protocols.
///
/// Equivalent to `extension Destination.State: Equatable {}` below the enum.
@attached(extension, conformances: Reducer, CaseReducer, _ReducerTypes)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a feature enum, and its state conform to protocols.
@attached(extension, conformances: Reducer, CaseReducer, _ReducerTypes)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer(state: _SynthesizedConformance...) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a feature enum, and its actions conform to protocols.
@attached(extension, conformances: Reducer, CaseReducer, _ReducerTypes)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer(action: _SynthesizedConformance...) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Marks a case of a feature enum whose state has no reducer and is dismissed by its actions.
@attached(peer, names: named(_))
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerCaseMacro")

/// Marks a case of a feature enum that contains no feature.
@attached(peer, names: named(_))
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerCaseMacro")
