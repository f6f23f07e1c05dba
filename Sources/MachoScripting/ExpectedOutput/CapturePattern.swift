/// The text of a `|=` line: literal parts and captures, `<name:/regex/>`.
///
/// Only `<` with a name, a colon and a slash behind it begins a capture, so `Array<Int>` is plain
/// text; `\<` is a `<` that begins none. Inside the slashes `\/` is a slash.
package struct CapturePattern: Hashable, Sendable {
  /// A part of the line.
  package enum Part: Hashable, Sendable {
    /// Text that stands there as it is.
    case text(String)
    /// What a name captures; the pattern is Swift's regular expression syntax.
    case capture(name: String, pattern: String)
  }

  /// The parts, in order; a capture is among them.
  package var parts: [Part]

  /// The names that are captured, in order.
  package var names: [String] {
    parts.compactMap { part in
      if case .capture(let name, _) = part { name } else { nil }
    }
  }
}

extension CapturePattern {
  init(parsing text: String) throws(PatternError) {
    let bytes = Array(text.utf8)
    var parts: [Part] = []
    var literal: [UInt8] = []
    var index = 0
    func flush() {
      guard !literal.isEmpty else { return }
      parts.append(.text(Self.decode(literal)))
      literal = []
    }
    while index < bytes.count {
      if bytes[index...].starts(with: #"\<"#.utf8) {
        literal.append(UInt8(ascii: "<"))
        index += 2
      } else if let capture = try Self.parseCapture(in: bytes, at: index) {
        flush()
        parts.append(capture.part)
        index = capture.end
      } else {
        literal.append(bytes[index])
        index += 1
      }
    }
    flush()
    self.init(parts: parts)
    if names.isEmpty {
      throw PatternError(
        .badCapture, "there is no capture in this line",
        suggestion: "write <name:/regex/>, or '| ' before a line without captures")
    }
    if names.count > 16 { throw PatternError(.badCapture, "a line has at most 16 captures") }
    if (try? Regex(pattern(with: CaptureBindings()))) == nil {
      throw PatternError(
        .badRegex, "the regular expressions of this line do not go together",
        suggestion: "name a group differently in each capture")
    }
  }

  /// Literal parts know the escapes of a literal line. A space before a capture is no space at an
  /// end.
  private static func decode(_ literal: [UInt8]) -> String {
    String(OutputEscaping.decode(String(decoding: literal, as: UTF8.self) + "|").dropLast())
  }

  /// The capture that begins at an index, if one does.
  private static func parseCapture(
    in bytes: [UInt8], at start: Int
  ) throws(PatternError) -> (part: Part, end: Int)? {
    guard bytes[start] == UInt8(ascii: "<") else { return nil }
    var index = start + 1
    while index < bytes.count, isName(bytes[index], first: index == start + 1) { index += 1 }
    guard index > start + 1, bytes[index...].starts(with: ":/".utf8) else { return nil }
    let name = String(decoding: bytes[start + 1..<index], as: UTF8.self)
    let patternStart = index + 2
    index = patternStart
    while index < bytes.count, !bytes[index...].starts(with: "/>".utf8) {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    guard index < bytes.count else {
      throw PatternError(
        .badCapture, "the capture '\(name)' has no '/>' at its end", columns: start..<bytes.count)
    }
    let pattern = String(decoding: bytes[patternStart..<index], as: UTF8.self)
    do throws(PatternError) {
      return (.capture(name: name, pattern: try OutputRegex.validated(pattern)), index + 2)
    } catch {
      throw PatternError(error.code, error.message, columns: start..<index + 2)
    }
  }

  private static func isName(_ byte: UInt8, first: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): !first
    default: false
    }
  }
}

extension CapturePattern {
  /// The one regular expression of the line, given what is bound; a name that stands in it twice
  /// must have one text.
  func pattern(with bindings: CaptureBindings) -> String {
    var pattern = ""
    var seen: Set<String> = []
    for part in parts {
      switch part {
      case .text(let text):
        pattern += OutputRegex.escapedLiteral(text)
      case .capture(let name, let own):
        if let value = bindings.values[name] {
          pattern += OutputRegex.escapedLiteral(value)
        } else if seen.insert(name).inserted {
          pattern += "(?<\(Self.groupName(name))>(?:\(own)))"
        } else {
          pattern += "\\k<\(Self.groupName(name))>"
        }
      }
    }
    return pattern
  }

  /// The name of a capture's group: no group that a user's own pattern is likely to name.
  static func groupName(_ name: String) -> String { "macho_\(name)" }
}
