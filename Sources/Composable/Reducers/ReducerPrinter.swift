import MachoDiff

/// The output format of `_printChanges`.
///
/// ```swift
/// Counter()._printChanges(
///   _ReducerPrinter { action, oldState, newState in
///     logger.debug("\(action)")
///   })
/// ```
public struct _ReducerPrinter<State, Action> {
  private let print: (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void

  /// Creates a printer from a closure.
  public init(
    printChange: @escaping (_ receivedAction: Action, _ oldState: State, _ newState: State) -> Void
  ) {
    print = printChange
  }

  /// Prints one action and what it changed.
  public func printChange(receivedAction: Action, oldState: State, newState: State) {
    print(receivedAction, oldState, newState)
  }
}

extension _ReducerPrinter {
  /// Prints the whole action, and the difference of the states.
  public static var customDump: Self {
    Self { Swift.print(changeText(action: $0, oldState: $1, newState: $2)) }
  }

  /// Prints the names of the action's cases and labels, without any value.
  public static var actionLabels: Self {
    Self { action, _, _ in Swift.print("received action: \(actionLabel(action))") }
  }

  /// Returns the text that `customDump` prints.
  static func changeText(action: Action, oldState: State, newState: State) -> String {
    let action = stateText(action).split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.isEmpty ? "" : "  \($0)" }.joined(separator: "\n")
    let change = stateDiff(oldState, newState) ?? "  (No state changes)"
    return "received action:\n\(action)\n\(change)\n"
  }
}
