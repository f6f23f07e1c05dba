import MachoSessions
import MachoValues

/// The file with the properties of a feature, `NAME.properties.macho`, beside the scripts that open it.
package struct PropertiesFile {
  /// The suffix of such files. `macho test` does not run them as scripts, because they open no feature.
  package static let suffix = ".properties.macho"

  /// The lines, each with its location in the file.
  package let lines: [(line: Line, location: String)]

  /// Reads the file of a feature. Returns `nil` if there is none. Throws if it cannot be read, or
  /// contains other lines than properties.
  package init?(of feature: String, in files: any FileSource) throws(Diagnostic) {
    let name = feature + Self.suffix
    guard files.has(name) else { return nil }
    let text: String
    do { text = try files.contents(of: name) } catch {
      throw Diagnostic("unreadable", "\(name): \(error)")
    }
    let script: Script
    do throws(ScriptParseErrors) { script = try ScriptParser.parse(Array(text.utf8)) } catch {
      throw error.first(in: name)
    }
    var lines: [(line: Line, location: String)] = []
    for step in script.steps {
      let location = "\(name):\(step.lines.lowerBound)"
      guard step.line.declaresProperty else {
        throw Diagnostic(
          "usage", "\(location): only properties are supported:  \(step.text)")
      }
      lines.append((step.line, location))
    }
    self.lines = lines
  }

  /// Returns the name of the feature whose properties a file has. `nil` for another file.
  static func featureName(of path: String) -> String? {
    guard path.hasSuffix(suffix) else { return nil }
    let name = path.dropLast(suffix.count)
    return String(name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...])
  }

  /// The properties as texts.
  package var properties: [String] { lines.map { String($0.line.property) } }

  /// Returns the lines of the file of a feature. Empty without a file.
  static func lines(
    of feature: String, in files: any FileSource
  ) throws(Diagnostic) -> [(line: Line, location: String)] {
    try PropertiesFile(of: feature, in: files)?.lines ?? []
  }
}
