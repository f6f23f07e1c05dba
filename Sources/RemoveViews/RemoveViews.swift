import Foundation
import SwiftParser
import SwiftSyntax

/// `RemoveViews FILE COPY` writes a copy of a Swift file without its declarations of views. All other text
/// keeps its line and column, and the compiler's messages name the file itself.
@main struct RemoveViews {
  static func main() throws {
    guard CommandLine.arguments.count == 3 else { exit(2) }
    let (file, copy) = (CommandLine.arguments[1], CommandLine.arguments[2])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    let location = "#sourceLocation(file: \(file.debugDescription), line: 1)\n"
    try (location + removingViews(of: text)).write(
      toFile: copy, atomically: true, encoding: .utf8)
  }

  /// Replaces the declarations of views by spaces.
  static func removingViews(of text: String) -> String {
    var bytes = Array(text.utf8)
    for range in ViewDeclarations(in: Parser.parse(source: text)).ranges {
      for index in range where bytes[index] != UInt8(ascii: "\n") {
        bytes[index] = UInt8(ascii: " ")
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
