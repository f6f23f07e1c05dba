import Foundation

/// A script that another runs by 'source'.
package struct SourcedScript {
  /// How deep scripts may source one another, so that two that name each other end.
  private static let deepest = 16

  /// The commands of a sourced script; `depth` is 1 for one that a script sources itself.
  package static func steps(of text: String, depth: Int) throws(ScriptErrors) -> [Script.Step] {
    try parse(text, depth: depth).steps
  }

  private static func parse(_ text: String, depth: Int) throws(ScriptErrors) -> Script {
    guard depth <= deepest else {
      throw ScriptErrors([
        ScriptError(
          .tooManySources, line: 1, columns: 0..<0,
          "scripts source one another more than \(deepest) deep")
      ])
    }
    return try ScriptCheck.parse(Array(text.utf8))
  }

  let script: Script
  /// What `source` called it.
  let name: String
  /// Where it stands, if in a file of its own.
  let file: String?
  /// How many lines of its file stand above it.
  let lineOffset: Int
  /// By whom it was sourced, for people.
  let trail: String

  init(_ name: String, _ text: String, of execution: ScriptExecution) throws(ScriptErrors) {
    script = try Self.parse(text, depth: execution.sources.count + 1)
    self.name = name
    let section = execution.script.sections.first { $0.name == name }
    let path = execution.run.result.path
    // A section's lines are lines of the script itself.
    file = section == nil ? Self.path(of: name, beside: path) : nil
    lineOffset = section?.line ?? 0
    trail = (execution.sources.map(\.name) + [name])
      .reduce("by \(path)") { "\($0), source \($1)" }
  }

  private static func path(of name: String, beside path: String) -> String {
    let directory = (path as NSString).deletingLastPathComponent
    return directory.isEmpty ? name : directory + "/" + name
  }
}
