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
      task: "send inc     press Tab to complete it, then Return",
      isDone: { $0.hasRun(.send) },
      insight: "This is the state's diff: '-' before, '+' after."),
    .init(
      reason: "Mistakes are harmless. Make one:",
      line: "send incrementButonTapped",
      task: "send incrementButonTapped     with a typing error",
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
      insight: """
        It holds: '✓' at a terminal, no output in a script.
        'expect count == 2' would print what it is instead.
        """),
    .init(
      reason: "Go back in time.",
      line: "undo",
      isDone: { $0.hasRun(.undo) || $0.hasRun(.goto) },
      insight: """
        The fact is gone: the last action is undone. 'redo'
        repeats it, and 'history' lists the actions.
        """),
    .init(
      reason: "Save what is left as a script: without the mistake\nand what is undone.",
      // Only the user decides to write a file.
      line: "save first.macho", isRunByNext: false,
      isDone: { $0.hasRun(.save) },
      insight: """
        In the script, the output of a command is below it, in
        lines that begin with '|'. A test compares it.
        """),
  ]
}

extension Outcome {
  /// Whether the line had this command and succeeded.
  fileprivate func hasRun(_ command: Command) -> Bool {
    line?.command == command && failure == nil && expectedFailure == nil && !wasSkipped
  }
}
