import MachoLocks

/// Divides long texts into pages, and keeps the rest for later calls.
final class OutputPages: Sendable {
  private struct Rest {
    var number: Int
    var text: Substring
  }

  private struct State {
    var last = 0
    /// The newest last.
    var rests: [Rest] = []
  }

  /// The default of the maximal size of a page in bytes.
  static let pageSize = 16_000
  /// The number of texts whose rest is kept.
  private static let keptTexts = 32

  private let state = Lock(State())

  /// A page. `cursor` returns the next one.
  struct Page: Equatable {
    var text: String
    var cursor: String?
    /// The number of bytes after the page.
    var remaining = 0
  }

  /// Returns the first page of a text.
  func page(_ text: String, size: Int = OutputPages.pageSize) -> Page { page(text[...], size) }

  /// Returns the page at a cursor. `nil` if it is unknown or was dropped.
  func page(at cursor: String, size: Int = OutputPages.pageSize) -> Page? {
    let rest = state.withLock { state in
      state.rests.first { String($0.number) == cursor }?.text
    }
    return rest.map { page($0, size) }
  }

  private func page(_ text: Substring, _ size: Int) -> Page {
    guard text.utf8.count > size else { return Page(text: String(text)) }
    let limit = text.utf8.index(text.startIndex, offsetBy: size)
    // At the end of a line if there is one, and never within a character.
    var end = text.utf8[..<limit].lastIndex(of: UInt8(ascii: "\n")).map {
      text.utf8.index(after: $0)
    }
    if end == nil {
      var index = limit
      while text.utf8[index] & 0xC0 == 0x80 { index = text.utf8.index(before: index) }
      end = index
    }
    let rest = text[(end ?? limit)...]
    let number = state.withLock { state in
      state.last += 1
      state.rests.append(Rest(number: state.last, text: rest))
      if state.rests.count > Self.keptTexts { state.rests.removeFirst() }
      return state.last
    }
    return Page(
      text: String(text[..<(end ?? limit)]), cursor: String(number), remaining: rest.utf8.count)
  }
}
