@testable import MachoTerminal

/// A minimal terminal emulator, sufficient to detect garbled lines.
struct Screen {
  private var columns: Int
  private var rows: Int
  /// A wide character is followed by an empty cell.
  private var cells: [[String]]
  private(set) var cursorRow = 0
  private(set) var cursorColumn = 0
  /// The number of ENQ characters, which show nothing.
  private(set) var enquiryCount = 0
  private var unread: [UInt8] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [[String]](repeating: [String](repeating: " ", count: columns), count: rows)
  }

  /// The rows, without trailing empty rows and trailing spaces.
  var rowTexts: [String] {
    var texts = cells.map { $0.joined().trimmingTrailingSpaces }
    while texts.last == "" { texts.removeLast() }
    return texts
  }

  var text: String { rowTexts.joined(separator: "\n") }

  /// Rewraps the text at the new width, as one line.
  mutating func resize(columns: Int, rows: Int) {
    let text = rowTexts.joined()
    self = Screen(columns: columns, rows: rows)
    show(text.utf8)
  }

  mutating func show(_ bytes: some Sequence<UInt8>) {
    unread += bytes
    while let count = consumeNext() { unread.removeFirst(count) }
  }

  /// Shows the first character or control sequence. Returns its size in bytes, or `nil` if it is
  /// incomplete.
  private mutating func consumeNext() -> Int? {
    guard let first = unread.first else { return nil }
    switch first {
    case 0x1B: return consumeEscape()
    case 0x0D: cursorColumn = 0
    case 0x0A: lineFeed()
    case 0x08: cursorColumn = max(min(cursorColumn, columns - 1) - 1, 0)
    case 0x05: enquiryCount += 1
    case 0..<0x20: break
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard unread.count >= length else { return nil }
      put(String(decoding: unread[..<length], as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func consumeEscape() -> Int? {
    guard unread.count >= 2 else { return nil }
    guard unread[1] == UInt8(ascii: "[") else { return 2 }
    guard let end = unread[2...].firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return nil
    }
    let argument = Int(String(decoding: unread[2..<end], as: UTF8.self))
    control(Character(Unicode.Scalar(unread[end])), argument)
    return end + 1
  }

  private mutating func control(_ command: Character, _ argument: Int?) {
    let count = argument ?? 1
    let column = min(cursorColumn, columns - 1)
    switch command {
    case "A": cursorRow = max(cursorRow - count, 0)
    case "B": cursorRow = min(cursorRow + count, rows - 1)
    case "C": cursorColumn = min(column + count, columns - 1)
    case "D": cursorColumn = max(column - count, 0)
    case "G": cursorColumn = min(count - 1, columns - 1)
    case "H": (cursorRow, cursorColumn) = (0, 0)
    case "K": erase(row: cursorRow, from: column)
    case "J":
      erase(row: cursorRow, from: column)
      for row in (cursorRow + 1)..<max(rows, cursorRow + 1) { erase(row: row, from: 0) }
    case "@":
      cells[cursorRow].insert(contentsOf: [String](repeating: " ", count: count), at: column)
      cells[cursorRow].removeLast(count)
    case "P":
      cells[cursorRow].removeSubrange(column..<min(column + count, columns))
      cells[cursorRow] += [String](repeating: " ", count: columns - cells[cursorRow].count)
    default: break
    }
  }

  private mutating func erase(row: Int, from column: Int) {
    for column in column..<columns { cells[row][column] = " " }
  }

  private mutating func put(_ character: String) {
    let width = max(displayWidth(character), 1)
    if cursorColumn + width > columns {
      cursorColumn = 0
      lineFeed()
    }
    cells[cursorRow][cursorColumn] = character
    if width == 2 { cells[cursorRow][cursorColumn + 1] = "" }
    cursorColumn += width
  }

  private mutating func lineFeed() {
    if cursorRow < rows - 1 {
      cursorRow += 1
    } else {
      cells.removeFirst()
      cells.append([String](repeating: " ", count: columns))
    }
  }
}

extension String {
  var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
