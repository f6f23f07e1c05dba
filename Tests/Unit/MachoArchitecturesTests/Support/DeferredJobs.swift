import MachoArchitectures
import MachoLocks

/// Work that runs when it is told to, and not before.
final class DeferredJobs: Sendable {
  private let jobs = Lock<[TaskRunner.Job]>([])

  var names: [String?] { jobs.withLock { $0.map(\.name) } }

  var tasks: TaskRunner {
    TaskRunner { [self] piece in
      jobs.withLock { pieces in
        if piece.isReplacing { pieces.removeAll { $0.name == piece.name } }
        pieces.append(piece)
      }
    } cancel: { [self] name in
      jobs.withLock { $0.removeAll { $0.name == name } }
    }
  }

  func perform() async throws {
    while let piece = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      try await piece.operation()
    }
  }
}
