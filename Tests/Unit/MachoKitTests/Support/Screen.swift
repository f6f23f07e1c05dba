@testable import MachoTerminal

/// A terminal screen that supports the escape sequences of the line editor.
struct Screen {
  private let columns: Int
  private var rows: [[String]] = [[]]
  private(set) var cursor = (row: 0, column: 0)
  private var pendingBytes: [UInt8] = []

  init(columns: Int) { self.columns = columns }

  /// All rows since the start, without trailing spaces.
  var texts: [String] {
    rows.map { cells in
      var cells = cells[...]
      while cells.last == " " { cells.removeLast() }
      return cells.joined()
    }
  }

  mutating func show(_ bytes: some Sequence<UInt8>) {
    pendingBytes += bytes
    while let count = showNext() { pendingBytes.removeFirst(count) }
  }

  /// Shows the first character or sequence and returns its length in bytes, or `nil` if it is
  /// incomplete.
  private mutating func showNext() -> Int? {
    guard let first = pendingBytes.first else { return nil }
    switch first {
    case 0x1B: return showEscape()
    case 0x0D: cursor.column = 0
    case 0x0A: lineFeed()
    case 0x08: cursor.column = max(cursor.column - 1, 0)
    case 0..<0x20: break
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard pendingBytes.count >= length else { return nil }
      put(String(decoding: pendingBytes[..<length], as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func showEscape() -> Int? {
    guard pendingBytes.count >= 2 else { return nil }
    guard pendingBytes[1] == UInt8(ascii: "[") else { return 2 }
    guard let end = pendingBytes[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let count = Int(String(decoding: pendingBytes[2..<end], as: UTF8.self)) ?? 1
    switch Character(Unicode.Scalar(pendingBytes[end])) {
    case "A": cursor.row = max(cursor.row - count, 0)
    case "B": cursor.row = min(cursor.row + count, rows.count - 1)
    case "C": cursor.column += count
    case "D": cursor.column = max(cursor.column - count, 0)
    case "G": cursor.column = count - 1
    case "K": eraseToEnd()
    case "J":
      eraseToEnd()
      rows.removeSubrange((cursor.row + 1)...)
    default: break
    }
    return end + 1
  }

  private mutating func eraseToEnd() {
    rows[cursor.row] = Array(rows[cursor.row].prefix(cursor.column))
  }

  private mutating func put(_ character: String) {
    let width = max(displayWidth(character), 1)
    if cursor.column + width > columns {
      cursor.column = 0
      lineFeed()
    }
    let missing = cursor.column + width - rows[cursor.row].count
    rows[cursor.row] += [String](repeating: " ", count: max(missing, 0))
    rows[cursor.row][cursor.column] = character
    // The second cell of a wide character is empty.
    if width == 2 { rows[cursor.row][cursor.column + 1] = "" }
    cursor.column += width
  }

  private mutating func lineFeed() {
    cursor.row += 1
    if cursor.row == rows.count { rows.append([]) }
  }
}
