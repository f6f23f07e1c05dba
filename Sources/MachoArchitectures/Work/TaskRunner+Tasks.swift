import IssueReporting
import MachoLocks

extension TaskRunner {
  /// Work that runs as unstructured tasks, as an app's does.
  public init() {
    let tasks = NamedTasks()
    self.init(start: { tasks.start($0) }, cancel: { tasks.cancel($0) })
  }
}

/// The tasks that run under names.
private final class NamedTasks: Sendable {
  private struct Content: Sendable {
    var lastNumber = 0
    var running: [String: [Int: Task<Void, Never>]] = [:]
  }

  private let content = Lock(Content())

  func start(_ piece: TaskRunner.Job) {
    guard let name = piece.name else {
      Task { await piece.perform() }
      return
    }
    if piece.isReplacing { cancel(name) }
    // The task asks for the same lock when it ends, so it is listed before that.
    content.withLock { content in
      content.lastNumber += 1
      let number = content.lastNumber
      content.running[name, default: [:]][number] = Task {
        await piece.perform()
        self.remove(name, number)
      }
    }
  }

  func cancel(_ name: String) {
    // Not under the lock: a task's cancellation handlers run here, and may start or cancel work.
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
  /// Does the work, and reports an error that it should have handled.
  fileprivate func perform() async {
    do {
      try await operation()
    } catch is CancellationError {
    } catch {
      reportIssue(
        "Work started at \(fileID):\(line) threw an error that it did not handle: \(error)",
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
  }
}
