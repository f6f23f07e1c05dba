import MachoSystem

/// A script with updated expectations, stored next to the original until it is reviewed.
///
/// The first line is a comment with a hash of the original script and a hash of the new text. The
/// file can be accepted only if both are unchanged.
package struct PendingFile: Hashable, Sendable {
  /// The suffix that is added to the script's file name.
  package static let suffix = ".new"

  /// The new text of the script.
  package let text: [UInt8]
  private let scriptHash: String

  /// Creates a pending file for a script and its new text.
  package init(of script: [UInt8], becoming text: [UInt8]) {
    self.text = text
    scriptHash = FNV1aHasher(script).text
  }

  /// Reads the contents of a pending file. Returns `nil` if they were modified.
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

  /// Writes the file of a script. Fails if a symbolic link is in its place: macho writes this file unasked,
  /// and must not replace another file through a link.
  func write(for script: String) throws(FileError) {
    try AtomicFile.write(bytes, to: Self.path(of: script), followsLink: false)
  }

  /// Whether the file was created from this version of the script.
  package func isBased(on script: [UInt8]) -> Bool { scriptHash == FNV1aHasher(script).text }

  /// Returns the path of a script's pending file.
  package static func path(of script: String) -> String { script + suffix }
}
