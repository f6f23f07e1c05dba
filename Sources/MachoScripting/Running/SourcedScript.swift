import Foundation

/// A script that another runs by 'source'.
package struct SourcedScript {
  /// How much scripts may source one another, so that those that name each other end, and soon:
  /// the depth alone lets two lines in each script become 2 to the power of it.
  package struct Limits {
    private static let maximumDepth = 16
    private static let maximumCount = 1_000
    private var count = 0

    package init() {}

    /// The commands of a sourced script; `depth` is 1 for one that a script sources itself.
    package mutating func steps(of text: String, depth: Int) throws(ScriptParseErrors) -> [Script
      .Step]
    {
      try parse(text, depth: depth).steps
    }

    fileprivate mutating func parse(_ text: String, depth: Int) throws(ScriptParseErrors) -> Script
    {
      guard depth <= Self.maximumDepth else {
        throw Self.limitError("scripts source one another more than \(Self.maximumDepth) deep")
      }
      count += 1
      guard count <= Self.maximumCount else {
        throw Self.limitError("more than \(Self.maximumCount) scripts are sourced, one by another")
      }
      return try ScriptValidator.parse(Array(text.utf8))
    }

    private static func limitError(_ message: String) -> ScriptParseErrors {
      ScriptParseErrors([ScriptParseError(.tooManySources, line: 1, columns: 0..<0, message)])
    }
  }

  let script: Script
  /// Its commands.
  let steps: [Script.Step]
  /// What `source` called it.
  let name: String
  /// Where it stands, if in a file of its own.
  let file: String?
  /// How many lines of its file stand above it.
  let lineOffset: Int
  /// By whom it was sourced, for people.
  let trail: String

  init(_ name: String, _ text: String, of execution: inout ScriptExecution)
    throws(ScriptParseErrors)
  {
    script = try execution.sourceLimits.parse(text, depth: execution.sources.count + 1)
    steps = script.steps
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
