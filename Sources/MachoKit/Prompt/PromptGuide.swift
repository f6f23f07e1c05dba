import MachoSessions

/// What a guide does with an entry.
enum PromptGuideResponse: Equatable {
  /// Prints a text.
  case text(String)
  /// Runs a line, as if the user had typed it.
  case line(String)
}

/// Guides a user through the first lines at a prompt.
protocol PromptGuide: AnyObject {
  /// Whether the guide is finished and the prompt exits.
  var isDone: Bool { get }
  /// Returns the response to an entry meant for the guide, or `nil` if the prompt should run it.
  func response(to text: String) -> PromptGuideResponse?
  /// Returns a comment on the outcome of a line, if any.
  func comment(on outcome: Outcome) -> String?
}
