import MachoSessions

/// One thing to try: what to type, how it is known that it was done, and what there was to see.
struct TutorialStep: Sendable {
  /// Why, in a sentence.
  var reason: String
  /// What to type, to be seen again while it was not.
  var task: String
  /// Whether a line did what was to be done, however it was written.
  var isDone: @Sendable (Outcome) -> Bool
  /// What was seen.
  var insight: String

  /// The steps, in their order.
  static let all: [TutorialStep] = [
    .init(
      reason: "A feature has a state, and actions that change it.",
      task: "send inc     and press Tab, which completes it, then Return",
      isDone: { $0.hasRun("send") },
      insight: "The state comes back: '-' is what was, '+' what is."),
    .init(
      reason: "Mistakes harm nothing. Make one:",
      task: "send incrementButonTapped     with one t in 'Button'",
      isDone: { $0.line?.verb == "send" && $0.failure != nil },
      insight: """
        '^' shows where it is, the word behind it is its name, and
        the last line says what could have been meant.
        """),
    .init(
      reason: "A fact about the number comes from elsewhere. Say what\nanswers in its place:",
      task: #"stub numberFact.fetch -> "one is fine" after 1s"#,
      isDone: { $0.hasRun("stub") },
      insight: "Nothing real is asked. Tab knows what can be stubbed."),
    .init(
      reason: "Now ask for it.",
      task: "send factButtonTapped",
      isDone: { $0.hasRun("send") && $0.diff.contains("+   isLoading: true") },
      insight: "It started an effect, which waits: 'effects' lists it."),
    .init(
      reason: "Time stands still until you let it pass.",
      task: "advance 1s",
      isDone: { !$0.received.isEmpty },
      insight: """
        The effect sent an action back. What came stands behind
        'receive', as a script would name it.
        """),
    .init(
      reason: "Say what has to hold; 'state' shows all there is.",
      task: "expect count == 1",
      isDone: { $0.hasRun("expect") },
      insight: "It says nothing where it holds. Try '== 2' when you like."),
    .init(
      reason: "Go back in time.",
      task: "undo",
      isDone: { $0.hasRun("undo") || $0.hasRun("goto") },
      insight: """
        'redo' goes forth again, 'history' numbers the actions,
        and 'goto 1' goes behind the first, from anywhere.
        """),
    .init(
      reason: "Keep all that as a script.",
      task: "save first.macho",
      isDone: { $0.hasRun("save") },
      insight: "What was printed stands in it behind '|'."),
  ]
}

extension Outcome {
  /// Whether the line had this verb and did what it says.
  fileprivate func hasRun(_ verb: String) -> Bool {
    line?.verb == verb && failure == nil && expectedFailure == nil && !wasSkipped
  }

  /// What the line changed.
  fileprivate var diff: String {
    events.compactMap { if case .changed(let diff) = $0 { diff } else { nil } }.joined()
  }
}
