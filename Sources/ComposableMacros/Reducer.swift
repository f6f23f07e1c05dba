/// Makes a struct a feature, or an enum a choice of features of which one is shown at a time.
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
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a choice of features, and its state and actions conform to protocols.
///
/// `extension Destination.State: Equatable {}` says the same below the enum.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer(
  state: _SynthesizedConformance..., action: _SynthesizedConformance...
) = #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a choice of features, and its state conform to protocols.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer(state: _SynthesizedConformance...) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Makes an enum a choice of features, and its actions conform to protocols.
@attached(extension, conformances: Reducer, CaseReducer)
@attached(
  member, names: named(State), named(Action), named(body), named(CaseScope), named(scope))
@attached(memberAttribute)
public macro Reducer(action: _SynthesizedConformance...) =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerMacro")

/// Marks a case of an enum of features whose state has no reducer and goes away by itself.
@attached(peer, names: named(_))
public macro ReducerCaseEphemeral() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerCaseMacro")

/// Marks a case of an enum of features that holds no feature.
@attached(peer, names: named(_))
public macro ReducerCaseIgnored() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "ReducerCaseMacro")
