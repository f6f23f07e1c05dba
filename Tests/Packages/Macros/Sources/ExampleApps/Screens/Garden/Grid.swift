/// The cells of a rectangle, row by row.
package struct Grid<Element> {
  let columns: Int
  private var cells: [Element]

  init(rows: Int, columns: Int, filledWith element: Element) {
    self.columns = columns
    cells = Array(repeating: element, count: rows * columns)
  }

  /// The name of a cell, such as `B1`.
  func name(of position: Int) -> String {
    let (row, column) = position.quotientAndRemainder(dividingBy: columns)
    return "\(Character(UnicodeScalar(UInt8(65 + column))))\(row + 1)"
  }
}

extension Grid: RandomAccessCollection, MutableCollection {
  package var startIndex: Int { cells.startIndex }
  package var endIndex: Int { cells.endIndex }

  package subscript(position: Int) -> Element {
    get { cells[position] }
    _modify { yield &cells[position] }
  }
}

extension Grid: Sendable where Element: Sendable {}
extension Grid: Equatable where Element: Equatable {}
extension Grid: Codable where Element: Codable {}
