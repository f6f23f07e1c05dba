import Foundation

/// Where the prompt's history is kept: one file a feature, unless the environment names another.
struct PromptHistory {
  private let environment: [String: String]
  private var current: String?

  init(_ environment: [String: String]) { self.environment = environment }

  /// The file for a feature, for the prompt without one where that is nil; nil where no history is
  /// kept.
  func path(for feature: String?) -> String? {
    if let named = environment["MACHO_HISTORY"] { return named.isEmpty ? nil : named }
    return StateDirectory.url(environment)?
      .appendingPathComponent("history-" + (feature ?? "all")).path
  }

  /// Changes to the file for a feature; nil where that is the one that is kept already.
  mutating func change(to feature: String?) -> String? {
    let path = path(for: feature)
    defer { current = path }
    return path == current ? nil : path
  }
}
