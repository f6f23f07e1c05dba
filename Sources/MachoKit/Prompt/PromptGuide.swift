import MachoSessions

/// Takes a person through their first lines at a prompt, which runs them as it runs any.
protocol PromptGuide: AnyObject {
  /// Whether there is nothing more to show, and the prompt ends.
  var isDone: Bool { get }
  /// What to say to an entry that is for the guide alone; `nil`: it is a line to run.
  func response(to text: String) -> String?
  /// What to say to what came of a line.
  func comment(on outcome: Outcome) -> String?
}
