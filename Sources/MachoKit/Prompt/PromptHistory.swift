import Foundation

/// Where the prompt's history is kept: one file for each feature, unless `MACHO_HISTORY` names a
/// file.
struct PromptHistory {
  private let environment: [String: String]
  private var current: String?

  init(_ environment: [String: String]) { self.environment = environment }

  /// Returns the file for a feature, or for a prompt without one. Returns `nil` if no history is
  /// kept.
  func path(for feature: String?) -> String? {
    if let named = environment["MACHO_HISTORY"] { return named.isEmpty ? nil : named }
    return StateDirectory.url(environment)?
      .appendingPathComponent("history-" + (feature ?? "all")).path
  }

  /// Switches to the file for a feature. Returns `nil` if that file is already in use.
  mutating func change(to feature: String?) -> String? {
    let path = path(for: feature)
    defer { current = path }
    return path == current ? nil : path
  }
}
