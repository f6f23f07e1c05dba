@testable import MachoTerminal

/// What is seen on a terminal: enough of one to tell a garbled line from a whole one.
struct Screen {
  private var columns: Int
  private var rows: Int
  /// A wide character is followed by an empty cell.
  private var cells: [[String]]
  private(set) var cursorRow = 0
  private(set) var cursorColumn = 0
  private var unread: [UInt8] = []
  /// Rows that went out at the top.
  private var scrolled: [String] = []

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = [[String]](repeating: [String](repeating: " ", count: columns), count: rows)
  }

  /// The rows without the empty ones at the end, nor spaces at theirs.
  var rowTexts: [String] {
    var texts = cells.map { $0.joined().trimmingTrailingSpaces }
    while texts.last == "" { texts.removeLast() }
    return texts
  }

  var text: String { rowTexts.joined(separator: "\n") }

  /// What is there flows into the new width, as one line.
  mutating func resize(columns: Int, rows: Int) {
    let text = rowTexts.joined()
    self = Screen(columns: columns, rows: rows)
    show(text.utf8)
  }

  mutating func show(_ bytes: some Sequence<UInt8>) {
    unread += bytes
    while let count = takeOne() { unread.removeFirst(count) }
  }

  /// Shows what comes first and says how many bytes that was; nil when it is not whole yet.
  private mutating func takeOne() -> Int? {
    guard let first = unread.first else { return nil }
    switch first {
    case 0x1B: return takeEscape()
    case 0x0D: cursorColumn = 0
    case 0x0A: lineFeed()
    case 0x08: cursorColumn = max(min(cursorColumn, columns - 1) - 1, 0)
    case 0x07: break
    case 0..<0x20: break
    default:
      let length = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
      guard unread.count >= length else { return nil }
      put(String(decoding: unread[..<length], as: UTF8.self))
      return length
    }
    return 1
  }

  private mutating func takeEscape() -> Int? {
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
      scrolled.append(cells.removeFirst().joined())
      cells.append([String](repeating: " ", count: columns))
    }
  }
}

extension String {
  var trimmingTrailingSpaces: String {
    String(reversed().drop { $0 == " " }.reversed())
  }
}
