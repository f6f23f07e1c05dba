/// A message to a Redux store. Any type can be one: the set of actions is open.
///
/// ```swift
/// struct ForceLogoutAction: Action {}
/// ```
public protocol Action: Sendable {}

/// Sends an action on its way to the reducer.
public typealias DispatchFunction = @Sendable (_ action: any Action) -> Void
