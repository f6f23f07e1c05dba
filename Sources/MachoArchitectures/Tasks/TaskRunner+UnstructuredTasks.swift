import IssueReporting
import MachoLocks

extension TaskRunner {
  /// Creates a task runner that starts unstructured tasks, as an app does.
  public init() {
    let tasks = NamedTasks()
    self.init(start: { tasks.start($0) }, cancel: { tasks.cancel($0) })
  }
}

/// The running tasks by name.
private final class NamedTasks: Sendable {
  private struct Content: Sendable {
    var lastNumber = 0
    var running: [String: [Int: Task<Void, Never>]] = [:]
  }

  private let content = Lock(Content())

  func start(_ job: TaskRunner.Job) {
    guard let name = job.name else {
      Task { await job.perform() }
      return
    }
    if job.isReplacing { cancel(name) }
    // ORDER: the task acquires the same lock when it ends, so it is registered before.
    content.withLock { content in
      content.lastNumber += 1
      let number = content.lastNumber
      content.running[name, default: [:]][number] = Task {
        await job.perform()
        self.remove(name, number)
      }
    }
  }

  func cancel(_ name: String) {
    // Cancels without the lock, because cancellation handlers run here and may start or cancel
    // tasks.
    let tasks = content.withLock { $0.running.removeValue(forKey: name) } ?? [:]
    for task in tasks.values { task.cancel() }
  }

  private func remove(_ name: String, _ number: Int) {
    content.withLock { content in
      content.running[name]?[number] = nil
      if content.running[name]?.isEmpty == true { content.running[name] = nil }
    }
  }
}

extension TaskRunner.Job {
  /// Runs the operation and reports an error that it did not handle.
  fileprivate func perform() async {
    do {
      try await operation()
    } catch is CancellationError {
    } catch {
      reportIssue(
        "A task started at \(fileID):\(line) threw an unhandled error: \(error)",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
