import Foundation
import MachoSessions

/// The lines that a new user sees at the first prompt.
enum WelcomeMessage {
  /// Returns three lines at the first start, and later only the list of features if none is opened.
  static func lines(
    opening feature: (any DrivenFeature)?, from catalog: [any DrivenFeature], isFirst: Bool,
    tool: String
  ) -> [String] {
    let first: String
    if let feature {
      first = feature.name + (feature.summary.isEmpty ? "" : ": \(feature.summary)")
    } else {
      first = "features: " + catalog.map(\.name).joined(separator: ", ")
    }
    guard isFirst else { return feature == nil ? [first] : [] }
    let begin =
      feature == nil
      ? "'feature NAME' opens one; Tab completes everything."
      : "Type 'send ' and press Tab to complete. 'undo' goes back."
    return [
      first, begin, "'help' explains, '\(tool) tutorial' teaches, Ctrl-D exits.",
    ]
  }

  /// Whether no history of a prompt exists yet. `false` if no history is kept.
  static func isFirstStart(history path: String?) -> Bool {
    guard let path else { return false }
    let file = URL(fileURLWithPath: path)
    let directory = file.deletingLastPathComponent().path
    var information = stat()
    if lstat(path, &information) == 0 { return false }
    // A path that can never exist does not count as a first start.
    guard errno == ENOENT else { return false }
    let others = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return !others.contains { $0.hasPrefix("history-") }
  }
}
