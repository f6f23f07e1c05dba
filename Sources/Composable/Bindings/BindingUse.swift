import IssueReporting
import MachoDiff
import Synchronization

/// Reports a binding action that no `BindingReducer` applied, when the action is released.
final class BindingUse: Sendable {
  private let isHandled = Atomic(false)
  private let description: @Sendable () -> String

  init<Root>(name: String, value: some Sendable, root: Root.Type) {
    description = { ".binding(.set(\\.\(name), \(stateText(value))))" }
  }

  func markAsHandled() { isHandled.store(true, ordering: .relaxed) }

  deinit {
    guard !isHandled.load(ordering: .relaxed) else { return }
    reportIssue(
      """
      A binding action sent from a store was not handled. …

        Action:
          \(description())

      To fix this, invoke "BindingReducer()" from your feature reducer's "body".
      """)
  }
}
