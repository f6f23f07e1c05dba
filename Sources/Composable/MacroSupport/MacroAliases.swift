// The names in what macros write. An expansion stands in the user's file: there `Store` or
// `Scope` may be a type of the user's, and the module's name is not known, as another module may
// re-export it. These are nobody else's.

/// What a macro calls a reducer.
public typealias _$Reducer = Reducer
/// What a macro calls a choice of features.
public typealias _$CaseReducer = CaseReducer
/// What a macro calls the state of a choice of features.
public typealias _$CaseReducerState = CaseReducerState
/// What a macro calls the builder of a body.
public typealias _$ReducerBuilder = ReducerBuilder
/// What a macro calls a reducer of a closure.
public typealias _$Reduce = Reduce
/// What a macro calls a reducer that does nothing.
public typealias _$EmptyReducer = EmptyReducer
/// What a macro calls a child's reducer.
public typealias _$Scope = Scope
/// What a macro calls a store.
public typealias _$Store = Store
/// What a macro calls a feature's store.
public typealias _$StoreOf<R: Reducer> = Store<R.State, R.Action>
/// What a macro calls a state that is observed.
public typealias _$ObservableState = ObservableState
/// What a macro calls a state's identity.
public typealias _$ObservableStateID = ObservableStateID
/// What a macro calls a list of properties by name.
public typealias _$KeyPaths<Root> = [(name: String, keyPath: PartialKeyPath<Root>)]
/// What a macro calls the list of a state's observers.
public typealias _$ObservationStateRegistrar = ObservationStateRegistrar
/// What a macro calls a type that sends a view's actions.
public typealias _$ViewActionSending = ViewActionSending
/// What a macro calls a case path.
public typealias _$AnyCasePath = AnyCasePath
/// What a macro calls an enum with case paths.
public typealias _$CasePathable = CasePathable
/// What a macro calls an enum whose case paths are a sequence.
public typealias _$CasePathIterable = CasePathIterable
/// What a macro calls case paths that know the case of a value.
public typealias _$CasePathReflectable = CasePathReflectable
/// What a macro calls a key path to one of the cases.
public typealias _$PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>
/// What a macro calls the storage of a presented state.
public typealias _$PresentationState = PresentationState
