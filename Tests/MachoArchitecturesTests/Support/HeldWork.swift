import MachoArchitectures
import MachoLocks

/// Work that runs when it is told to, and not before.
final class HeldWork: Sendable {
  private let pieces = Lock<[Work.Piece]>([])

  var names: [String?] { pieces.withLock { $0.map(\.name) } }

  var work: Work {
    Work { [self] piece in
      pieces.withLock { pieces in
        if piece.isReplacing { pieces.removeAll { $0.name == piece.name } }
        pieces.append(piece)
      }
    } cancel: { [self] name in
      pieces.withLock { $0.removeAll { $0.name == name } }
    }
  }

  func perform() async throws {
    while let piece = pieces.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
      try await piece.operation()
    }
  }
}
