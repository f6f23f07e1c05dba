import MachoScripting
import MachoValues

/// A script of which only the commands above a line remain. Its sections stay.
///
/// The other lines are empty, so that all line numbers are those of the whole script.
struct ScriptMask {
  /// The lines of the whole script.
  let lines: [String]
  /// The index of the first section's header. The number of lines if there is none.
  private let sections: Int

  init(_ text: String) {
    lines = ByteSearch.lines(of: text).map(\.withoutCarriageReturn)
    sections = lines.firstIndex { $0.hasPrefix("-- ") && $0.hasSuffix(" --") } ?? lines.count
  }

  /// Returns the script without the commands from a line on, and without some lines.
  func text(above line: Int, without removed: Set<Int> = []) -> String {
    lines.enumerated().map { index, text in
      index >= sections || index + 1 < line && !removed.contains(index + 1) ? text : ""
    }.joined(separator: "\n")
  }

  /// Returns the script above a line. Leaves out the lines that cannot be parsed.
  func script(above line: Int) -> Script? {
    var removed: Set<Int> = []
    for _ in 0..<32 {
      do throws(ScriptParseErrors) {
        return try ScriptParser.parse(text(above: line, without: removed))
      } catch {
        let lines = Set(error.errors.map(\.line))
        guard !lines.isSubset(of: removed) else { return nil }
        removed.formUnion(lines)
      }
    }
    return nil
  }
}

extension String {
  /// The line without a carriage return at its end.
  var withoutCarriageReturn: String {
    utf8.last == UInt8(ascii: "\r") ? String(Substring(utf8.dropLast())) : self
  }
}
