/// The life of the effects that a test store's `send` started.
public struct TestStoreTask: Hashable, Sendable {
  private let group: EffectGroup?
  private let owner: any TestTaskOwner
  private let timeout: UInt64

  init(family: EffectGroup?, run: any TestTaskOwner, timeout: UInt64) {
    self.group = family
    self.owner = run
    self.timeout = timeout
  }

  /// Cancels the effects, and lets them end.
  @MainActor
  public func cancel() async {
    guard let group else { return }
    await owner.cancel(group)
  }

  /// Says that the effects have ended.
  ///
  /// - Parameter timeout: How long to wait for what is outside.
  @MainActor
  public func finish(
    timeout: Duration,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    guard let group else { return }
    await owner.finish(
      group, within: timeout,
      at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Says that the effects have ended.
  ///
  /// - Parameter nanoseconds: How long to wait for what is outside.
  @MainActor
  @_disfavoredOverload
  public func finish(
    timeout nanoseconds: UInt64? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) async {
    await finish(
      timeout: .nanoseconds(nanoseconds ?? timeout), fileID: fileID, filePath: filePath,
      line: line, column: column)
  }

  /// Whether the effects were cancelled; true also when there are none.
  public var isCancelled: Bool { group?.isCancelled ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}

/// The test that a task belongs to, whatever its feature.
@MainActor
protocol TestTaskOwner: AnyObject, Sendable {
  func cancel(_ family: EffectGroup) async
  func finish(_ family: EffectGroup, within timeout: Duration, at place: CallSite) async
}

extension TestStoreCore: TestTaskOwner {
  func cancel(_ family: EffectGroup) async {
    family.cancel()
    await drainUntilIdle()
  }

  func finish(_ family: EffectGroup, within timeout: Duration, at place: CallSite) async {
    beginCall(at: place)
    if await settle(within: timeout, until: { family.isFinished }) { return }
    let effects = storeCore.effects { $0 === family }
    report(
      """
      Expected task to finish, but it is still in-flight\
      \(timeout > .zero ? " after \(timeout)" : ""): …

      \(EffectDescription.list(effects).indented(by: 2))
      """)
  }
}
