import MachoValues

/// The lines that a client can run next.
enum NextLines {
  /// Returns a failed line with each candidate in place of the mistake, at most three.
  static func corrections(of line: String, _ error: JSONValue) -> [String] {
    guard let data = error["data"], let range = data["range"]?.array?.compactMap(\.int),
      range.count == 2, 0 <= range[0], range[0] <= range[1], range[1] <= line.utf8.count
    else { return [] }
    let bytes = Array(line.utf8)
    return (data["candidates"]?.array ?? []).compactMap(\.string).prefix(3).map { candidate in
      String(
        decoding: bytes[..<range[0]] + Array(candidate.utf8) + bytes[range[1]...], as: UTF8.self)
    }
  }

  /// Returns the lines that let in-flight effects go on, from the result of a line.
  static func continuations(of result: JSONValue) -> [String] {
    switch result["status"]?.string {
    case "asleep": result["wakes"]?.string.map { ["advance \($0)"] } ?? []
    case "external": ["settle within 2s"]
    case "waiting": ["effects"]
    default: []
    }
  }
}
