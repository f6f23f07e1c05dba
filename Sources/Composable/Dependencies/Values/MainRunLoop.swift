import ComposablePlatform
public import Foundation

extension DependencyValues {
  /// The main run loop as a scheduler. Tests must override it, for example with
  /// `RunLoop.test.eraseToAnyScheduler()`.
  public var mainRunLoop: AnySchedulerOf<RunLoop> {
    get { self[MainRunLoopKey.self] }
    set { self[MainRunLoopKey.self] = newValue }
  }

  private enum MainRunLoopKey: DependencyKey {
    static let liveValue = AnySchedulerOf<RunLoop>.main
    static let testValue = AnySchedulerOf<RunLoop>.unimplemented(#"@Dependency(\.mainRunLoop)"#)
  }
}
