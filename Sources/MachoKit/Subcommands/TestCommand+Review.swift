import Foundation
import MachoScripting
import MachoTerminal

extension TestCommand {
  /// Adds the exit statuses of results to a selection. After `--review` at a terminal, first reviews
  /// the pending expectations, also of scripts that fail at what the review leaves. The status of a script
  /// that fails at nothing else is then that of the review.
  func finish(
    _ results: [ScriptResult], _ updater: ExpectationUpdater?, isInterrupted: Bool,
    in selection: inout ScriptSelection
  ) {
    var pending: [String] = []
    if continuesWithReview(updater), !isInterrupted {
      // The cases of a specification share a pending file, and so do scripts that source one file.
      for path in results.flatMap(\.pendingScripts) where !pending.contains(path) {
        pending.append(path)
      }
    }
    for result in results where pending.isEmpty || result.status != .pending {
      selection.add(result.exitStatus)
    }
    guard !pending.isEmpty else { return }
    var review = PendingReview(pending, colors.palette(for: STDOUT_FILENO))
    review.run()
    selection.add(review.selection.status)
  }

  /// Whether the expectations await review, and a terminal shows the report of them.
  private func continuesWithReview(_ updater: ExpectationUpdater?) -> Bool {
    updater?.destination == .pendingFile && format == .pretty && output == nil
      && KeyPress.isAvailable
  }
}
