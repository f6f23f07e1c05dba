/// One logical command of a script, with its prefixes and what its output should be.
package struct Step: Hashable, Sendable {
  /// The lines of the file that the command takes, counted from 1, without the gutter.
  package var lines: Range<Int>
  /// The lines as they stand in the file.
  package var raw: [String]
  /// What must hold for the step to run.
  package var conditions: [Condition]
  /// Whether, and how, the command must fail.
  package var mustFail: ExpectedFailure?
  /// The command without its prefixes.
  package var command: Command
  /// The output that is expected; nil when it is not compared.
  package var gutter: Gutter?
}

/// That a command must fail, with which code if one is named.
package struct ExpectedFailure: Hashable, Sendable {
  /// The stable code; nil when any failure will do.
  package var code: String?

  /// Makes an expectation.
  package init(code: String? = nil) {
    self.code = code
  }

  /// Whether text has the form of a code: lower-case words and digits, joined by `-`.
  package static func isCode(_ text: some StringProtocol) -> Bool {
    let words = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return words.allSatisfy { word in
      !word.isEmpty
        && word.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }
  }
}

/// A command's text, and where it stands in its file.
package struct Command: Hashable, Sendable {
  /// The text: lines joined by `\n`, prefixes and outer spaces removed.
  package var text: String
  /// The line of its first byte, counted from 1.
  package var line: Int
  /// The UTF-8 column of its first byte, counted from 0.
  package var column: Int
  /// The UTF-8 offset of its first byte in the file.
  package var offset: Int

  /// The line (from 1) and UTF-8 column (from 0) in the file of an offset in `text`.
  package func place(ofOffset offset: Int) -> (line: Int, column: Int) {
    var place = (line: line, column: column)
    for byte in text.utf8.prefix(max(0, offset)) {
      if byte == UInt8(ascii: "\n") {
        place = (place.line + 1, 0)
      } else {
        place.column += 1
      }
    }
    return place
  }
}
