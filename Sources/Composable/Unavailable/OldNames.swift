// Older names of upstream.

/// The old name of `Reducer`.
@available(*, unavailable, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// The old name of `Effect`.
@available(*, unavailable, renamed: "Effect")
public typealias EffectTask = Effect

/// The old name of a dialog with a list of buttons.
@available(*, unavailable, renamed: "ConfirmationDialogState")
public typealias ActionSheetState = ConfirmationDialogState

/// The old name of a property that views bind.
@available(*, unavailable, renamed: "BindingState")
public typealias BindableState = BindingState

/// The old name of `Effect`.
@available(*, unavailable, renamed: "Effect")
public typealias EffectPublisher = Effect

/// The old name of a key of a shared value that cannot be set.
@available(*, unavailable, renamed: "SharedReaderKey")
public typealias PersistenceReaderKey = SharedReaderKey

/// The old name of a key of a shared value.
@available(*, unavailable, renamed: "SharedKey")
public typealias PersistenceKey = SharedKey

/// The old name of a key with a default value.
@available(*, unavailable, renamed: "SharedReaderKey.Default")
public typealias PersistenceKeyDefault<Base: SharedReaderKey> = _SharedKeyDefault<Base>
