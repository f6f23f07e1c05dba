import Foundation
import MachoMetadata

/// Formats strings for a dump.
enum DumpString {
  /// Writes a string value: quoted, or in `"""` over several lines.
  static func write(_ string: String, to printer: inout Printer, options: DumpOptions) {
    if printer.writeQuoted(ifPlain: string) { return }
    if printer.labelStyle == .source {
      return writeSource(string, to: &printer, options: options)
    }
    if hasNewline(string) {
      guard options.depth > 0 else { return printer.write("\"…\"") }
      let hashes = String(repeating: "#", count: hashCount(string, isMultiline: true))
      let indentation = options.isNamed ? "  " : ""
      let lines =
        indentation.isEmpty
        ? string : indentation + string.replacingOccurrences(of: "\n", with: "\n" + indentation)
      printer.write("\(hashes)\"\"\"\n\(lines)\n\(indentation)\"\"\"\(hashes)")
    } else if string.contains("\"") || string.contains("\\") {
      let hashes = String(
        repeating: "#", count: max(hashCount(string, isMultiline: false), 1))
      printer.write("\(hashes)\"\(string)\"\(hashes)")
    } else {
      printer.write(string.debugDescription)
    }
  }

  /// Writes a string in custom-dump's form, if that is a literal with the string as its value and
  /// without invisible characters. Else writes the literal that differs least from it.
  private static func writeSource(
    _ string: String, to printer: inout Printer, options: DumpOptions
  ) {
    if isMultiline(string, .source) {
      // In a dump, an elision cannot be read as a string.
      guard options.depth > 0 else {
        return printer.margin == nil ? printer.elide() : printer.elide("\"…\"")
      }
      let (hashes, lines) = LiteralText.lines(of: string)
      guard hashes <= LiteralText.maximumHashCount else {
        return printer.write(plain: LiteralText.quoted(string))
      }
      let signs = String(repeating: "#", count: hashes)
      let indentation = options.isNamed ? "  " : ""
      printer.write(plain: signs + "\"\"\"")
      printer.outline?.setRole(.startOfString)
      for line in lines[0] {
        printer.writeLine(of: line, indentation: indentation)
        printer.outline?.setRole(.content)
      }
      printer.writeLine(of: "\"\"\"" + signs, indentation: indentation)
      printer.outline?.setRole(.endOfString)
    } else if string.utf8.contains(UInt8(ascii: "\"")) || string.utf8.contains(UInt8(ascii: "\\")) {
      guard let count = LiteralText.rawHashCount(string) else {
        return printer.write(plain: LiteralText.quoted(string))
      }
      let signs = String(repeating: "#", count: count)
      printer.write(plain: "\(signs)\"\(string)\"\(signs)")
    } else {
      printer.write(
        plain: LiteralText.hasInvisible(string)
          ? LiteralText.quoted(string) : string.debugDescription)
    }
  }

  /// Whether a string is printed over several lines.
  static func isMultiline(_ string: String, _ style: LabelStyle) -> Bool {
    style == .source ? string.utf8.contains(.newline) : hasNewline(string)
  }

  /// Whether custom-dump prints a string over several lines.
  private static func hasNewline(_ string: String) -> Bool {
    // PERFORMANCE: a string without the first byte of any newline character has none.
    let mayHave = string.utf8.contains { (0x0a...0x0d).contains($0) || $0 == 0xc2 || $0 == 0xe2 }
    return mayHave && string.contains(where: \.isNewline)
  }

  /// Returns the number of `#` signs that keep the quotes in a string from ending it.
  static func hashCount(_ string: String, isMultiline: Bool) -> Int {
    let (quote, offset) = isMultiline ? ("\"\"\"", 2) : ("\"", 0)
    var most = 0
    var rest = string[...]
    while let range = rest.range(of: quote + "#*", options: .regularExpression) {
      most = max(most, rest.distance(from: range.lowerBound, to: range.upperBound) - offset)
      rest = rest[range.upperBound...]
    }
    return most
  }
}
