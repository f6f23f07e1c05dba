/// A handle to the effects that a test store's `send` started.
public struct TestStoreTask: Hashable, Sendable {
  private let group: EffectGroup?
  private let owner: any TestTaskOwner
  private let timeout: UInt64

  init(group: EffectGroup?, owner: any TestTaskOwner, timeout: UInt64) {
    self.group = group
    self.owner = owner
    self.timeout = timeout
  }

  /// Cancels the effects and waits until they have finished.
  @MainActor
  public func cancel() async {
    guard let group else { return }
    await owner.cancel(group)
  }

  /// Asserts that the effects have finished.
  ///
  /// - Parameter timeout: How long to wait for external work.
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

  /// Asserts that the effects have finished.
  ///
  /// - Parameter nanoseconds: How long to wait for external work. Default: the store's `timeout`.
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

  /// Whether the effects were cancelled. `true` if there are none.
  public var isCancelled: Bool { group?.isCancelled ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.group === rhs.group }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(group.map(ObjectIdentifier.init))
  }
}

/// The test store that a task belongs to, type-erased.
@MainActor
protocol TestTaskOwner: AnyObject, Sendable {
  func cancel(_ group: EffectGroup) async
  func finish(_ group: EffectGroup, within timeout: Duration, at callSite: CallSite) async
}

extension TestStoreCore: TestTaskOwner {
  func cancel(_ group: EffectGroup) async {
    group.cancel()
    await drainUntilIdle()
  }

  func finish(_ group: EffectGroup, within timeout: Duration, at callSite: CallSite) async {
    beginCall(at: callSite)
    if await settle(within: timeout, until: { group.isFinished }) { return }
    let effects = storeCore.effects { $0 === group }
    report(
      """
      Expected task to finish, but it is still in-flight\
      \(timeout > .zero ? " after \(timeout)" : ""): …

      \(EffectDescription.list(effects).indented(by: 2))
      """)
  }
}
