import Foundation
import MachoSessions
import MachoValues

/// A script that another script, or a line at a prompt, runs with `source`.
package struct SourcedScript {
  /// Limits of nested `source` commands, so that cyclic scripts terminate quickly.
  ///
  /// A depth limit alone is not enough: two `source` lines per script make 2^depth runs.
  struct Limits {
    private static let maximumDepth = 16
    private static let maximumCount = 1_000
    private var count = 0

    /// Parses a sourced script. `depth` is 1 for a script sourced directly.
    mutating func parse(
      _ text: String, depth: Int, catalog: [any DrivenFeature]
    ) throws(ScriptParseErrors) -> Script {
      guard depth <= Self.maximumDepth else {
        throw Self.limitError("'source' is nested more than \(Self.maximumDepth) levels deep")
      }
      count += 1
      guard count <= Self.maximumCount else {
        throw Self.limitError("more than \(Self.maximumCount) scripts are sourced")
      }
      return try SourcedScript.parse(text, catalog: catalog)
    }

    private static func limitError(_ message: String) -> ScriptParseErrors {
      ScriptParseErrors([ScriptParseError(.tooManySources, line: 1, columns: 0..<0, message)])
    }
  }

  /// Parses a script that can be sourced.
  static func parse(
    _ text: String, catalog: [any DrivenFeature]
  ) throws(ScriptParseErrors) -> Script {
    let script = try ScriptValidator.parse(Array(text.utf8), catalog: catalog)
    if let error = SpecValidator.errorOfSourcing(script) { throw ScriptParseErrors([error]) }
    return script
  }

  /// The commands.
  let steps: [Script.Step]
  /// The name in the `source` command.
  let name: String
  /// The path of its file. `nil` for a section.
  let file: String?
  /// The number of lines of the file above the script. Not 0 only for a section.
  let lineOffset: Int
  /// The chain of `source` commands, for reports.
  let trail: String

  /// Creates a sourced script.
  ///
  /// - Parameters:
  ///   - main: The script that sources it, directly or not. `nil` at a prompt.
  ///   - sources: The scripts between `main` and this one, outermost first.
  ///   - lines: The lines that run before and after the commands. They set and restore the
  ///     variables of the parameters.
  init(
    _ script: Script, name: String, in main: (script: Script, path: String)?,
    sources: [SourcedScript], between lines: (before: [Line], after: [Line])
  ) {
    steps =
      lines.before.map(Self.firstStep) + script.steps + lines.after.map(Self.firstStep)
    self.name = name
    let section = main?.script.sections.first { $0.name == name }
    let path = main?.path ?? ""
    // The lines of a section are lines of the script's file.
    file = section == nil ? Self.path(of: name, beside: path) : nil
    lineOffset = section?.line ?? 0
    trail = (sources.map(\.name) + [name]).reduce("by \(path)") { "\($0), source \($1)" }
  }

  /// Returns a command that is not in the script. Its position is the start of the script.
  private static func firstStep(_ line: Line) -> Script.Step {
    Script.Step(lines: 1..<2, raw: [line.text], line: line, column: 0, offset: 0)
  }

  private static func path(of name: String, beside path: String) -> String {
    let directory = (path as NSString).deletingLastPathComponent
    return directory.isEmpty ? name : directory + "/" + name
  }
}
