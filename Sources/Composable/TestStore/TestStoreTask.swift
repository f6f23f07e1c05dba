/// The life of the effects that a test store's `send` started.
public struct TestStoreTask: Hashable, Sendable {
  private let family: EffectFamily?
  private let run: any TestTaskRun
  private let timeout: UInt64

  init(family: EffectFamily?, run: any TestTaskRun, timeout: UInt64) {
    self.family = family
    self.run = run
    self.timeout = timeout
  }

  /// Cancels the effects, and lets them end.
  @MainActor
  public func cancel() async {
    guard let family else { return }
    await run.cancel(family)
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
    guard let family else { return }
    await run.finish(
      family, within: timeout,
      at: SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column))
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
  public var isCancelled: Bool { family?.isCancelled ?? true }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.family === rhs.family }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(family.map(ObjectIdentifier.init))
  }
}

/// The test that a task belongs to, whatever its feature.
@MainActor
protocol TestTaskRun: AnyObject, Sendable {
  func cancel(_ family: EffectFamily) async
  func finish(_ family: EffectFamily, within timeout: Duration, at place: SourcePlace) async
}

extension TestRun: TestTaskRun {
  func cancel(_ family: EffectFamily) async {
    family.cancel()
    await settle()
  }

  func finish(_ family: EffectFamily, within timeout: Duration, at place: SourcePlace) async {
    arrive(at: place)
    if await settle(within: timeout, until: { family.isDone }) { return }
    let effects = core.effects { $0 === family }
    report(
      """
      Expected task to finish, but it is still in-flight\
      \(timeout > .zero ? " after \(timeout)" : ""): …

      \(EffectText.list(effects).indented(by: 2))
      """)
  }
}
