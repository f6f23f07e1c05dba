import Observation

/// Calls `apply`, and calls `onChange` once, before the first change to a property that `apply` read.
///
/// Upstream's name of `withObservationTracking` for platforms without Observation.
public func withPerceptionTracking<Result>(
  _ apply: () -> Result, onChange: @autoclosure () -> @Sendable () -> Void
) -> Result {
  withObservationTracking(apply, onChange: onChange())
}
