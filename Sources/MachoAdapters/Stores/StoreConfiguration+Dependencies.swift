import Composable
import Foundation
import MachoSessions

extension StoreConfiguration {
  /// Returns the dependencies of a store: those of its context, with its clock and its stubs.
  func makeDependencies(clock: TestClock<Duration>, caller: StubCaller) -> DependencyValues {
    var values = DependencyValues(
      context: context.dependencyContext, findsLiveTestValues: context == .test)
    values.useClock(clock)
    if context == .preview { values.makeReproducible() }
    dependencies(&values)
    switch context {
    case .test: for stub in stubs { stub.install(&values, caller) }
    case .live: for stub in stubs { stub.observe(&values, caller) }
    case .preview: break
    }
    values.purityTracker = PurityTracker()
    return values
  }
}

extension RunContext {
  fileprivate var dependencyContext: DependencyContext {
    switch self {
    case .live: .live
    case .preview: .preview
    case .test: .test
    }
  }
}

extension DependencyValues {
  /// Uses one clock for all clock and scheduler dependencies.
  fileprivate mutating func useClock(_ clock: TestClock<Duration>) {
    continuousClock = clock
    suspendingClock = clock
    mainQueue = .synchronized(with: clock)
    mainRunLoop = .synchronized(with: clock)
  }

  /// Replaces random and wall-clock values of previews by constants, so that sessions can be
  /// recorded.
  fileprivate mutating func makeReproducible() {
    uuid = .incrementing
    date = .constant(Date(timeIntervalSinceReferenceDate: 0))
    withRandomNumberGenerator = WithRandomNumberGenerator(SeededRandomNumberGenerator(seed: 0))
  }
}
