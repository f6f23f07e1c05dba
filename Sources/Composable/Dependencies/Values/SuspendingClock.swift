extension DependencyValues {
  /// A clock that stands still while the machine sleeps. In tests it must be given: `TestClock()`.
  public var suspendingClock: any Clock<Duration> {
    get { self[SuspendingClockKey.self] }
    set { self[SuspendingClockKey.self] = newValue }
  }

  private enum SuspendingClockKey: DependencyKey {
    static let liveValue: any Clock<Duration> = SuspendingClock()
    static let testValue: any Clock<Duration> = UnimplementedClock(name: "suspendingClock")
  }
}
