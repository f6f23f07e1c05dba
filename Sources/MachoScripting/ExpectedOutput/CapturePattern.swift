import MachoReporting

/// The text of a `|=` line: literal parts and captures, `<name:/regex/>`.
///
/// A capture begins with `<`, a name, a colon and a slash, so `Array<Int>` is plain text. `\<` is a
/// literal `<`. Between the slashes, `\/` is a slash.
package struct CapturePattern: Hashable, Sendable {
  /// A part of the line.
  package enum Part: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A named capture. The pattern is a Swift regular expression.
    case capture(name: String, pattern: String)
  }

  /// The parts, in order. At least one is a capture.
  package var parts: [Part]

  /// The names of the captures, in order.
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
        .badCapture, "no capture in this line",
        suggestion: "write <name:/regex/>, or '| ' before a line without captures")
    }
    if names.count > 16 { throw PatternError(.badCapture, "a line has at most 16 captures") }
    do throws(UserRegex.Failure) { _ = try UserRegex(pattern(with: CaptureBindings())) } catch {
      throw PatternError(
        .badRegex, "the regular expressions of this line conflict: \(error)",
        suggestion: "name a group differently in each capture")
    }
  }

  /// Decodes the escapes of a literal part. Spaces at its end are significant, unlike those at the
  /// end of a line.
  private static func decode(_ literal: [UInt8]) -> String {
    String(OutputEscaping.decode(String(decoding: literal, as: UTF8.self) + "|").dropLast())
  }

  /// Returns the capture that begins at an index, or `nil` if there is none.
  static func parseCapture(
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
        .badCapture, "unterminated capture '\(name)': missing '/>'", columns: start..<bytes.count)
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
  /// Returns the regular expression of the whole line. A bound name matches only its value, and
  /// occurrences of the same name match the same text.
  func pattern(with bindings: CaptureBindings) -> String {
    var pattern = ""
    var seen: Set<String> = []
    for part in parts {
      switch part {
      case .text(let text):
        pattern += OutputRegex.escapedLiteral(text)
      case .capture(let name, let capturePattern):
        if let value = bindings.values[name] {
          pattern += OutputRegex.escapedLiteral(value)
        } else if seen.insert(name).inserted {
          pattern += "(?<\(Self.groupName(name))>(?:\(capturePattern)))"
        } else {
          pattern += "\\k<\(Self.groupName(name))>"
        }
      }
    }
    return pattern
  }

  /// Returns the name of a capture's group. The prefix avoids collisions with groups in the user's
  /// pattern.
  static func groupName(_ name: String) -> String { "macho_\(name)" }
}
