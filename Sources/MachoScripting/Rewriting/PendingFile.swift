/// What a script would be with the output that came, written beside it until somebody has looked.
///
/// Its first line is a comment to the script language, with a hash of the script that it was made
/// from and one of what follows: it is accepted as it was written, into that script, or not at all.
package struct PendingFile: Hashable, Sendable {
  /// What its name has behind that of the script.
  package static let suffix = ".new"

  /// What the new script is.
  package let text: [UInt8]
  private let scriptHash: String

  /// Makes what a script, as it stands, becomes.
  package init(of script: [UInt8], becoming text: [UInt8]) {
    self.text = text
    scriptHash = FNV1aHasher(script).text
  }

  /// Reads what `bytes` wrote; nil where it is not that any more.
  package init?(reading bytes: [UInt8]) {
    let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
    let words = String(decoding: bytes[..<end], as: UTF8.self)
      .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    guard words.count == 4, Array(words[..<2]) == Self.signature else { return nil }
    text = Array(bytes[end...].dropFirst())
    scriptHash = words[2]
    guard words[3] == FNV1aHasher(text).text else { return nil }
  }

  /// The file's contents.
  package var bytes: [UInt8] {
    let words = Self.signature + [scriptHash, FNV1aHasher(text).text]
    return Array((words.joined(separator: " ") + "\n").utf8) + text
  }

  private static let signature = ["#!pending", "1"]

  /// Whether it was made from this script.
  package func isBased(of script: [UInt8]) -> Bool { scriptHash == FNV1aHasher(script).text }

  /// Where the file of a script is.
  package static func path(of script: String) -> String { script + suffix }
}
