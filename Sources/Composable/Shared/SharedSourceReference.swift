/// A source as a reference to its whole value.
///
/// SAFETY: `@unchecked Sendable`, because its only property is immutable, and a source has a lock.
final class SharedSourceReference<Value>: SharedReference<Value>, @unchecked Sendable {
  private let whole: SharedSource<Value>

  init(_ source: SharedSource<Value>) { whole = source }

  override var id: SharedReferenceID { SharedReferenceID(source: ObjectIdentifier(whole)) }

  override func rebound(by rebinder: SharedRebinder) -> SharedReference<Value> {
    SharedSourceReference(rebinder.source(for: whole))
  }

  override var source: AnySharedSource? { whole }
  override var keyName: String? { whole.connection?.name }

  override func read(_ moment: SharedMoment) -> Value {
    if moment == .expected, let tracker = SharedChangeTracker.asserting,
      let value = tracker.expectedValue(of: whole)
    {
      return value
    }
    whole.access()
    return whole.currentValue
  }

  override func modify<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    if let tracker = SharedChangeTracker.asserting {
      return try tracker.modifyExpectedValue(of: whole, body)
    }
    return try whole.modifyCurrentValue(body)
  }
}
