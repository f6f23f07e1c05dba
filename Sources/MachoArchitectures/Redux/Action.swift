/// An action of a Redux store. Any type can conform: the set of actions is open.
///
/// ```swift
/// struct ForceLogoutAction: Action {}
/// ```
public protocol Action: Sendable {}

/// Passes an action on towards the reducer.
public typealias DispatchFunction = @Sendable (_ action: any Action) -> Void
