import ComposablePlatform
public import Dispatch

extension DependencyValues {
  /// The main queue as a scheduler. Tests must override it, for example with
  /// `DispatchQueue.test.eraseToAnyScheduler()`.
  public var mainQueue: AnySchedulerOf<DispatchQueue> {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  private enum MainQueueKey: DependencyKey {
    static let liveValue = AnySchedulerOf<DispatchQueue>.main
    static let testValue = AnySchedulerOf<DispatchQueue>.unimplemented(
      #"@Dependency(\.mainQueue)"#)
  }
}
