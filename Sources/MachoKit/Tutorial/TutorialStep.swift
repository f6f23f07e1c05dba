import MachoSessions

/// A step of the tutorial: what to type, how its completion is recognized, and what it shows.
struct TutorialStep: Sendable {
  /// Why, in one sentence.
  var reason: String
  /// The line to type, which `next` runs.
  var line: String
  /// What to type, with an explanation. Printed again until the step is done.
  var task: String
  /// Whether `next` runs the line. Otherwise it skips the step.
  var isRunByNext: Bool
  /// Whether a line completed the step, in any spelling.
  var isDone: @Sendable (Outcome) -> Bool
  /// The text to print once the step is done.
  var insight: String

  /// Creates a step. Default: the task is the line, and `next` runs it.
  init(
    reason: String, line: String, task: String? = nil, isRunByNext: Bool = true,
    isDone: @escaping @Sendable (Outcome) -> Bool, insight: String
  ) {
    self.reason = reason
    self.line = line
    self.task = task ?? line
    self.isRunByNext = isRunByNext
    self.isDone = isDone
    self.insight = insight
  }

  /// The steps, in order.
  static let all: [TutorialStep] = [
    .init(
      reason: "A feature has a state, and actions that change it.",
      line: "send incrementButtonTapped",
      task: "send inc     and press Tab, which completes it; Return",
      isDone: { $0.hasRun(.send) },
      insight: "This is the state's diff: '-' before, '+' after."),
    .init(
      reason: "Mistakes are harmless. Make one:",
      line: "send incrementButonTapped",
      task: "send incrementButonTapped     one t in 'Button'",
      isDone: { $0.has(.sendsAction) && $0.failure != nil },
      insight: """
        '^' marks the mistake, followed by its error code; the
        last line suggests corrections.
        """),
    .init(
      reason: "A fact about the number comes from a dependency.\nReplace it with a stub:",
      line: #"stub numberFact.fetch -> "one is fine" after 1s"#,
      isDone: { $0.hasRun(.stub) },
      insight: "No real request is sent. Tab lists what can be stubbed."),
    .init(
      reason: "Now request the fact.",
      line: "send factButtonTapped",
      isDone: { $0.hasRun(.send) && $0.line?.arguments.text == "factButtonTapped" },
      insight: "It started an effect, which is asleep: see 'effects'."),
    .init(
      reason: "The test clock moves only when you advance it.",
      line: "advance 1s",
      isDone: { !$0.received.isEmpty },
      insight: """
        The effect sent an action. It is shown after 'receive',
        as a script would assert it.
        """),
    .init(
      reason: "Assert something; 'state' shows the whole state.",
      line: "expect count == 1",
      isDone: { $0.hasRun(.expect) },
      insight: "It prints nothing if it holds. You can also try '== 2'."),
    .init(
      reason: "Go back in time.",
      line: "undo",
      isDone: { $0.hasRun(.undo) || $0.hasRun(.goto) },
      insight: """
        'redo' reapplies the action, 'history' lists all with
        numbers, and 'goto 1' goes to the state after the first.
        """),
    .init(
      reason: "Save all that as a script.",
      // Only the user decides to write a file.
      line: "save first.macho", isRunByNext: false,
      isDone: { $0.hasRun(.save) },
      insight: "Its '|' lines contain the output that you have seen."),
  ]
}

extension Outcome {
  /// Whether the line had this command and succeeded.
  fileprivate func hasRun(_ command: Command) -> Bool {
    line?.command == command && failure == nil && expectedFailure == nil && !wasSkipped
  }
}
