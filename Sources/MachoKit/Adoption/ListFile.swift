import Foundation

/// A text file whose lists get lines.
struct ListFile {
  let path: String
  private(set) var text: String

  init(_ path: String) throws {
    self.path = path
    text = try String(contentsOfFile: path, encoding: .utf8)
  }

  /// Adds a line at the end of a list. If the file contains `key`, nothing is added. Returns `false` if the
  /// file does not have the list.
  mutating func add(_ line: String, to list: String, unless key: String, indentation: String = "  ")
    -> Bool
  {
    guard !text.contains(key) else { return true }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let start = lines.firstIndex(of: list) else { return false }
    let closing = list.prefix { $0 == " " } + "]"
    guard let end = lines[start...].firstIndex(where: { $0 == closing }) else { return false }
    lines.insert(indentation + line, at: end)
    text = lines.joined(separator: "\n")
    return true
  }

  func line(beginning start: String) -> String? {
    text.split(separator: "\n").first { $0.hasPrefix(start) }.map(String.init)
  }

  /// Replaces the line that begins with `start`.
  mutating func replace(lineBeginning start: String, with line: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard let index = lines.firstIndex(where: { $0.hasPrefix(start) }) else { return }
    lines[index] = line
    text = lines.joined(separator: "\n")
  }

  /// Removes the lines that begin with `start`.
  mutating func remove(linesBeginning start: String) {
    text = text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { !$0.hasPrefix(start) }.joined(separator: "\n")
  }

  /// Adds an import after the last one, unless the module is imported.
  mutating func addImport(_ module: String, isTestable: Bool) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let plain = "import \(module)"
    if let index = lines.firstIndex(where: { $0 == plain || $0 == "@testable " + plain }) {
      if isTestable { lines[index] = "@testable " + plain }
    } else {
      let last = lines.lastIndex { $0.hasPrefix("import ") || $0.hasPrefix("@testable import ") }
      lines.insert((isTestable ? "@testable " : "") + plain, at: (last ?? -1) + 1)
    }
    text = lines.joined(separator: "\n")
  }

  /// The lines without their indentation.
  var trimmedLines: [String] {
    text.split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.drop { $0 == " " })
    }
  }

  /// Replaces lines, which are given without their indentation, by comments with a reason.
  mutating func comment(_ reasons: [String: String]) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let indentation = line.prefix { $0 == " " }
      let content = String(line.dropFirst(indentation.count))
      return reasons[content].map { "\(indentation)// \($0): \(content)" } ?? String(line)
    }
    text = lines.joined(separator: "\n")
  }
}
