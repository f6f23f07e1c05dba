/// A text that grows by many short parts.
///
/// PERFORMANCE: appending a short part to a `String` takes several times as long.
package struct TextBuffer {
  private var bytes: [UInt8] = []

  /// Creates an empty text with room for `capacity` bytes of UTF-8.
  package init(capacity: Int) { bytes.reserveCapacity(capacity) }

  package var isEmpty: Bool { bytes.isEmpty }

  package mutating func append(_ part: String) {
    var part = part
    part.withUTF8 { bytes.append(contentsOf: $0) }
  }

  /// The text.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}
