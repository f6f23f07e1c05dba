// Names of upstream from before 1.0.

/// The old name of `Reducer`.
@available(*, unavailable, renamed: "Reducer")
public typealias ReducerProtocol = Reducer

/// The old name of `Effect`.
@available(*, unavailable, renamed: "Effect")
public typealias EffectTask = Effect

/// The old name of a dialog with a list of buttons.
@available(*, unavailable, renamed: "ConfirmationDialogState")
public typealias ActionSheetState = ConfirmationDialogState
