import MachoReporting
import MachoSessions
import MachoValues

/// The lines below a `## cases` heading that begin with `- `: the names of columns, and a row of
/// values for each case.
package struct CaseTable: Hashable, Sendable {
  /// A name or a value.
  struct Cell: Hashable, Sendable {
    var text: String
    /// The UTF-8 column of its first byte in its line, counted from 0.
    var column: Int
  }

  /// One line.
  struct Row: Hashable, Sendable {
    var cells: [Cell]
    /// The line of the file, counted from 1.
    var line: Int
    /// The text of the line.
    var source: String
    /// The UTF-8 offset of the line in the file.
    var offset: Int
  }

  /// The names of the columns. `nil` in an empty table.
  private(set) var header: Row?
  /// The rows of values.
  private(set) var rows: [Row] = []

  /// Whether a line of a script is a line of a table.
  package static func isRow(_ line: String) -> Bool {
    guard line.utf8.first == UInt8(ascii: "-") else { return false }
    return line.utf8.dropFirst().first.map { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      ?? true
  }

  /// Adds a line. Returns its errors; a row with an error is left out.
  mutating func add(_ source: String, line: Int, offset: Int) -> [ScriptParseError] {
    let cells = Arguments(source, from: 1).split(at: ",").map {
      Cell(text: String($0.text), column: $0.offset)
    }
    let row = Row(cells: cells, line: line, source: source, offset: offset)
    guard let header else {
      self.header = row
      return cells.indices.compactMap { row.columnError(at: $0) }
    }
    let errors = row.valueErrors(below: header)
    if errors.isEmpty { rows.append(row) }
    return errors
  }

  /// Returns the name of a row in reports: `query = "swift", count = 3`.
  func name(of row: Row) -> String {
    zip(header?.cells ?? [], row.cells).map { "\($0.text) = \($1.text)" }.joined(separator: ", ")
  }

  /// Returns the `let` commands that give the columns the values of a row.
  func steps(of row: Row) -> [Script.Step] {
    zip(header?.cells ?? [], row.cells).map { name, value in
      let line = Line.binding(name.text, to: value.text)
      // Positions in the value must be positions in the row. The value ends the `let` line.
      let column = value.column - (line.text.utf8.count - value.text.utf8.count)
      return Script.Step(
        lines: row.line..<row.line + 1, raw: [row.source], line: line, column: column,
        offset: row.offset + column, isOfRow: true)
    }
  }

  /// Returns the texts of the variables that a row sets, by name. Omits values that are variables: their
  /// texts are known only when the case runs.
  func variables(of row: Row) -> [String: String] {
    let values = zip(header?.cells ?? [], row.cells).filter { !$1.text.hasPrefix("$") }
    return Dictionary(values.map { ($0.text, Line.boundText($1.text)) }) { first, _ in first }
  }
}

extension CaseTable.Row {
  /// Returns the error of a column's name.
  fileprivate func columnError(at index: Int) -> ScriptParseError? {
    let name = cells[index].text
    if cells[..<index].contains(where: { $0.text == name }) {
      return error(.badColumn, index, "two columns have the name '\(name)'", "rename one of them")
    }
    guard !Line.isVariableName(name[...]) else { return nil }
    return error(
      .badColumn, index, name.isEmpty ? "a column has no name" : "'\(name)' is not a name",
      "the first row names the columns: - first, second")
  }

  /// Returns the errors of a row's values.
  fileprivate func valueErrors(below header: CaseTable.Row) -> [ScriptParseError] {
    guard cells.count == header.cells.count else {
      return [
        ScriptParseError(
          .badRow, line: line, columns: 0..<source.utf8.count,
          "the row has \(counted(cells.count, "value")), and line \(header.line) names "
            + counted(header.cells.count, "column"),
          suggestion: "a row has a value for each column, separated by commas", source: source)
      ]
    }
    return cells.indices.compactMap { index -> ScriptParseError? in
      let text = cells[index].text
      if text.isEmpty {
        return error(
          .badRow, index, "'\(header.cells[index].text)' has no value", "write a value, or 'nil'")
      }
      // A variable has its value when the case runs.
      guard !text.hasPrefix("$") else { return nil }
      do throws(ValueError) { try ValueSyntax.validate(text[...]) } catch {
        let start = cells[index].column + error.range.lowerBound
        return ScriptParseError(
          .badRow, line: line, columns: start..<start + error.range.count, error.message,
          suggestion: error.notes.first, candidates: error.candidates, source: source)
      }
      return nil
    }
  }

  private func error(
    _ code: ScriptParseError.Code, _ index: Int, _ message: String, _ suggestion: String
  ) -> ScriptParseError {
    let start = cells[index].column
    return ScriptParseError(
      code, line: line, columns: start..<start + cells[index].text.utf8.count, message,
      suggestion: suggestion, source: source)
  }
}
