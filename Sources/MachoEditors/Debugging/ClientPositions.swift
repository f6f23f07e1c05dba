import MachoValues

/// How a client of the Debug Adapter Protocol counts lines and columns. The adapter counts both from 1.
struct ClientPositions {
  var firstLine = 1
  var firstColumn = 1

  /// Reads the settings from the arguments of `initialize`. Default: both count from 1.
  init(_ arguments: JSONValue = .null) {
    if arguments["linesStartAt1"]?.bool == false { firstLine = 0 }
    if arguments["columnsStartAt1"]?.bool == false { firstColumn = 0 }
  }

  /// Returns the arguments of a request with positions that count from 1.
  func fromClient(_ value: JSONValue) -> JSONValue {
    shift(value, lines: 1 - firstLine, columns: 1 - firstColumn)
  }

  /// Returns the body of a response or event with the client's positions.
  func toClient(_ value: JSONValue) -> JSONValue {
    shift(value, lines: firstLine - 1, columns: firstColumn - 1)
  }

  private func shift(_ value: JSONValue, lines: Int, columns: Int) -> JSONValue {
    guard lines != 0 || columns != 0 else { return value }
    switch value {
    case .array(let elements):
      return .array(elements.map { shift($0, lines: lines, columns: columns) })
    case .object(let members):
      return .object(
        members.map { member in
          let shifted: JSONValue =
            switch (member.key, member.value.int) {
            case ("line", let number?), ("endLine", let number?): .integer(number + lines)
            case ("column", let number?), ("endColumn", let number?): .integer(number + columns)
            default: shift(member.value, lines: lines, columns: columns)
            }
          return .init(member.key, shifted)
        })
    default: return value
    }
  }
}
