/// Starts the asynchronous work of an architecture's objects.
///
/// An object that is given its `Work` never makes a task of its own, so whoever gives it decides
/// where the work runs and can see what still does: an app leaves it to the runtime, a test or a
/// driver runs it on an executor of its own.
///
/// ```swift
/// work.start("typing", replacing: true) { [self] in
///   try await clock.sleep(for: .milliseconds(300))
///   search()
/// }
/// ```
public struct TaskRunner: Sendable {
  /// One piece of work, and where in the source it was started.
  public struct Job: Sendable {
    /// Its name, by which it can be cancelled; what has none is only seen.
    public let name: String?
    /// Whether it cancels what runs under its name.
    public let isReplacing: Bool
    /// The module and the file.
    public let fileID: StaticString
    /// The file.
    public let filePath: StaticString
    /// The line.
    public let line: UInt
    /// The column.
    public let column: UInt
    /// What is to be done.
    public let operation: @Sendable () async throws -> Void
  }

  private let startJob: @Sendable (Job) -> Void
  private let cancelJobs: @Sendable (String) -> Void

  /// Has work started and cancelled by two functions.
  ///
  /// What `start` is given may throw: a `CancellationError` ends it silently, any other error is
  /// one that the object should have handled, and is to be reported.
  public init(
    start: @escaping @Sendable (Job) -> Void, cancel: @escaping @Sendable (_ name: String) -> Void
  ) {
    startJob = start
    cancelJobs = cancel
  }

  /// Starts a piece of work.
  ///
  /// - Parameters:
  ///   - name: what `cancel` and a later piece that replaces it call it.
  ///   - replacing: whether what runs under that name is cancelled first.
  public func start(
    _ name: String? = nil, replacing: Bool = false,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column, operation: @escaping @Sendable () async throws -> Void
  ) {
    startJob(
      Job(
        name: name, isReplacing: replacing, fileID: fileID, filePath: filePath, line: line,
        column: column, operation: operation))
  }

  /// Cancels what runs under a name.
  public func cancel(_ name: String) { cancelJobs(name) }
}
