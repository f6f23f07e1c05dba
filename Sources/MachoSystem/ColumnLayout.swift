/// Lays out terms and their descriptions in two columns that fit a terminal, wrapped at words.
///
/// If the terminal is too narrow for two columns, descriptions are indented below their terms.
package struct ColumnLayout {
  /// A term and its description, which may be empty.
  package typealias Row = (term: String, description: String)

  private let columns: Int
  private let gap: Int
  private let width: (Character) -> Int

  /// The indentation of wrapped terms, and of descriptions below their terms.
  private static let indentation = 4
  /// The minimal width of a column of descriptions.
  private static let minimalWidth = 20

  /// Creates a layout for lines of at most `columns` columns, with `gap` columns between a term and
  /// its description. `width` returns the columns of a character.
  package init(columns: Int, gap: Int = 2, width: @escaping (Character) -> Int) {
    self.columns = max(columns, Self.indentation + 2)
    self.gap = gap
    self.width = width
  }

  /// Returns the lines of each row.
  package func lines(for rows: [Row]) -> [[String]] {
    // A single long term must not move every description out of view.
    let widths = rows.filter { !$0.description.isEmpty }.map { width(of: $0.term[...]) }
    let fitting = widths.filter { $0 <= columns / 2 && columns - $0 - gap >= Self.minimalWidth }
    let start = fitting.count * 2 >= widths.count ? fitting.max().map { $0 + gap } : nil
    return rows.map { lines(for: $0, descriptionsAt: start) }
  }

  /// Returns the lines of a text. Lines after the first are indented by `indentation` columns.
  package func wrap(_ text: String, indentation: Int) -> [String] {
    let isNarrow = columns - indentation < Self.minimalWidth / 2
    let indentation = isNarrow ? min(Self.indentation, columns - 1) : indentation
    var lines: [String] = []
    var rest = text[...]
    while true {
      let available = lines.isEmpty ? columns : columns - indentation
      let end = lineEnd(of: rest, available)
      var line = rest[..<end]
      rest = rest[end...]
      // A line break replaces the blanks around it.
      while line.last == " " { line.removeLast() }
      rest = rest.drop { $0 == " " }
      lines.append((lines.isEmpty ? "" : blanks(indentation)) + line)
      if rest.isEmpty { return lines }
    }
  }

  private func lines(for row: Row, descriptionsAt column: Int?) -> [String] {
    let terms = wrap(row.term, indentation: Self.indentation)
    guard !row.description.isEmpty else { return terms }
    let start = column ?? Self.indentation
    let descriptions = wrap(blanks(start) + row.description, indentation: start)
    let termWidth = width(of: row.term[...])
    guard column != nil, terms.count == 1, termWidth + gap <= start else {
      return terms + descriptions
    }
    let first = row.term + blanks(start - termWidth) + descriptions[0].dropFirst(start)
    return [first] + descriptions.dropFirst()
  }

  /// Returns the end of the longest beginning that fits and ends at a word's end. Within a word that
  /// is longer than a line, it ends after punctuation if possible, as in a type's name.
  private func lineEnd(of text: Substring, _ available: Int) -> String.Index {
    var used = 0
    var index = text.startIndex
    var (wordEnd, partEnd): (String.Index?, String.Index?)
    var isInWord = false
    while index < text.endIndex {
      let isBlank = text[index] == " "
      if isBlank, isInWord { wordEnd = index }
      if !isBlank { isInWord = true }
      used += width(text[index])
      // Blanks at the end of a line take no space.
      if used > available, !isBlank { break }
      let isPunctuation = "(<.".contains(text[index])
      text.formIndex(after: &index)
      if isPunctuation { partEnd = index }
    }
    guard index < text.endIndex else { return index }
    if let end = wordEnd ?? partEnd { return end }
    return index > text.startIndex ? index : text.index(after: index)
  }

  private func width(of text: Substring) -> Int { text.reduce(0) { $0 + width($1) } }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
