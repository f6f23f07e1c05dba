import MachoSessions

// Consecutive modifications are asserted together: a `TestStore` only sees the present values.

extension SwiftExport {
  /// Returns whether an item only adds to the modification that is not written yet.
  func continuesModification(_ item: ExportItem) -> Bool {
    guard case .line(let line) = item, let modification, line.outcome.expectedFailure == nil else {
      return false
    }
    return line.outcome.line?.command == .receive
      && line.transitions.allSatisfy {
        $0.transition.cause.isModification && $0.store == modification.transition.store
      }
  }

  /// Merges a modification with the one before it, or keeps it until the next statement.
  ///
  /// Throws if the test would have to wait for the modification: `assert` does not wait.
  mutating func addModification(
    _ transition: JournalTransition, _ line: JournalLine
  ) throws(Diagnostic) {
    guard !settledStores.contains(transition.store) else {
      throw Diagnostic(
        "not-supported", "a TestStore does not wait until other code changes a shared value",
        notes: ["change it in an effect that sends an action afterwards, or with 'modify'"])
    }
    guard var merged = modification?.transition, merged.store == transition.store else {
      flushModification()
      modification = (transition, line)
      return
    }
    merged.transition.after = transition.transition.after
    modification = (merged, line)
  }

  /// Writes the modification that is not written yet.
  mutating func flushModification() {
    guard let (transition, line) = modification else { return }
    modification = nil
    do throws(Diagnostic) { try write(transition, line) } catch { fail(error, at: line) }
  }
}
