// Aliases for the code that macros generate. That code is part of the user's file, where `Store` or
// `Scope` may be a type of the user's. It cannot qualify names with a module, because another
// module may re-export this one. These aliases are unique.

/// `Reducer` in code that macros generate.
public typealias _$Reducer = Reducer
/// `_ReducerTypes` in code that macros generate.
public typealias _$ReducerTypes = _ReducerTypes
/// `CaseReducer` in code that macros generate.
public typealias _$CaseReducer = CaseReducer
/// `CaseReducerState` in code that macros generate.
public typealias _$CaseReducerState = CaseReducerState
/// `ReducerBuilder` in code that macros generate.
public typealias _$ReducerBuilder = ReducerBuilder
/// `Reduce` in code that macros generate.
public typealias _$Reduce = Reduce
/// `EmptyReducer` in code that macros generate.
public typealias _$EmptyReducer = EmptyReducer
/// `Scope` in code that macros generate.
public typealias _$Scope = Scope
/// `Store` in code that macros generate.
public typealias _$Store = Store
/// `StoreOf` in code that macros generate.
public typealias _$StoreOf<R: _ReducerTypes> = Store<R.State, R.Action>
/// `ObservableState` in code that macros generate.
public typealias _$ObservableState = ObservableState
/// `ObservableStateID` in code that macros generate.
public typealias _$ObservableStateID = ObservableStateID
/// A list of properties with their names, in code that macros generate.
public typealias _$KeyPaths<Root> = [(name: String, keyPath: PartialKeyPath<Root>)]
/// `ObservationStateRegistrar` in code that macros generate.
public typealias _$ObservationStateRegistrar = ObservationStateRegistrar
/// `ViewActionSending` in code that macros generate.
public typealias _$ViewActionSending = ViewActionSending
/// `AnyCasePath` in code that macros generate.
public typealias _$AnyCasePath = AnyCasePath
/// `CasePathable` in code that macros generate.
public typealias _$CasePathable = CasePathable
/// `CasePathIterable` in code that macros generate.
public typealias _$CasePathIterable = CasePathIterable
/// `CasePathReflectable` in code that macros generate.
public typealias _$CasePathReflectable = CasePathReflectable
/// `PartialCaseKeyPath` in code that macros generate.
public typealias _$PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>
/// `PresentationState` in code that macros generate.
public typealias _$PresentationState = PresentationState
