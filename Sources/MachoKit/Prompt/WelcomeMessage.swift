import Foundation
import MachoSessions

/// What a person is told who has not been at a prompt before, so as to get going.
enum WelcomeMessage {
  /// Three lines at the first start; later ones only say what could be opened, if nothing is.
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
      ? "'feature NAME' opens one; Tab completes its name, and all else."
      : "Type 'send ' and press Tab: it completes. 'undo' goes back."
    return [
      first, begin, "'help' explains, '\(tool) tutorial' shows how, Ctrl-D leaves.",
    ]
  }

  /// Whether nobody has kept a history of a prompt yet; false where none is kept.
  static func isFirstStart(history path: String?) -> Bool {
    guard let path else { return false }
    let file = URL(fileURLWithPath: path)
    let directory = file.deletingLastPathComponent().path
    var information = stat()
    if lstat(path, &information) == 0 { return false }
    // What can never be there says nothing.
    guard errno == ENOENT else { return false }
    let others = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    return !others.contains { $0.hasPrefix("history-") }
  }
}
