/// A line of a feature's source code.
///
/// The line number changes with every edit above it. Expected output is therefore compared without
/// it.
package struct CodeLocation: Hashable, Sendable, CustomStringConvertible {
  /// The name of the file: `CounterFeature.swift`.
  package var file: String
  /// The line, counted from 1.
  package var line: Int

  /// Creates a location.
  package init(file: String, line: Int) {
    self.file = file
    self.line = line
  }

  /// The text in output: `CounterFeature.swift:31`.
  package var description: String { "\(file):\(line)" }
}
