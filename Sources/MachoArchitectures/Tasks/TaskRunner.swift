/// Starts the asynchronous tasks of an architecture's objects.
///
/// An object that gets a task runner never creates tasks directly. So its owner decides where tasks
/// run and can observe them. An app uses unstructured tasks. A test or driver runs them on a
/// separate executor.
///
/// ```swift
/// tasks.start("typing", replacing: true) { [self] in
///   try await clock.sleep(for: .milliseconds(300))
///   search()
/// }
/// ```
public struct TaskRunner: Sendable {
  /// An asynchronous task to start, with the source location of its start.
  public struct Job: Sendable {
    /// The name to cancel it by. `nil`: it cannot be cancelled by name.
    public let name: String?
    /// Whether it cancels the running tasks with its name.
    public let isReplacing: Bool
    /// The module and the file.
    public let fileID: StaticString
    /// The file.
    public let filePath: StaticString
    /// The line.
    public let line: UInt
    /// The column.
    public let column: UInt
    /// The operation to run.
    public let operation: @Sendable () async throws -> Void
  }

  private let startJob: @Sendable (Job) -> Void
  private let cancelJobs: @Sendable (String) -> Void

  /// Creates a task runner from a function that starts a job and a function that cancels jobs by
  /// name.
  ///
  /// A job's operation may throw. `start` must ignore a `CancellationError` and report any other
  /// error, because the operation should have handled it.
  public init(
    start: @escaping @Sendable (Job) -> Void, cancel: @escaping @Sendable (_ name: String) -> Void
  ) {
    startJob = start
    cancelJobs = cancel
  }

  /// Starts a task.
  ///
  /// - Parameters:
  ///   - name: The name to cancel or replace it by. Default: none.
  ///   - replacing: Whether to cancel the running tasks with that name first. Default: `false`.
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

  /// Cancels the running tasks with a name.
  public func cancel(_ name: String) { cancelJobs(name) }
}
