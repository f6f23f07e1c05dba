import MachoScripting
import MachoSessions

/// The lines before the first step of each run, and the files that they read.
package struct RunPrefix: Codable, Sendable {
  /// The lines. Those of sourced scripts replace the `source` lines.
  package var lines: [Line]
  /// The contents of the files that `@file` reads, by name. Default: none.
  package var files: [String: String] = [:]

  package init(_ lines: [Line]) { self.lines = lines }

  /// The files as sections of a script, so that it can be moved. Empty without files.
  var sections: String {
    let sections = files.sorted { $0.key < $1.key }.map { Section(name: $0, contents: $1).text }
    return sections.isEmpty ? "" : "\n" + sections.joined()
  }
}
