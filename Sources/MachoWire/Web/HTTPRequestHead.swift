import Foundation

/// The first line and the headers of an HTTP request.
struct HTTPRequestHead {
  /// The maximum size in bytes.
  static let limit = 16 << 10

  let method: String
  /// The path, without the query.
  let path: String
  private let query: String
  /// The headers, with names in lower case.
  private let headers: [(name: String, value: String)]

  /// Parses a head without the empty line at its end. Returns `nil` if it is malformed.
  init?(parsing text: String) {
    var lines = text.components(separatedBy: "\r\n")[...]
    guard let first = lines.popFirst() else { return nil }
    let words = first.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3, words[1].hasPrefix("/"),
      words[2] == "HTTP/1.1" || words[2] == "HTTP/1.0"
    else { return nil }
    method = String(words[0])
    let target = words[1].split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    path = String(target[0])
    query = target.count > 1 ? String(target[1]) : ""
    var headers: [(name: String, value: String)] = []
    for line in lines {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line.first != " ", line.first != "\t"
      else { return nil }
      headers.append(
        (
          line[..<colon].lowercased(),
          line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
        ))
    }
    self.headers = headers
  }

  /// Returns the value of a header. Returns `nil` if there is none or several.
  subscript(header name: String) -> String? {
    let values = headers.filter { $0.name == name }
    return values.count == 1 ? values[0].value : nil
  }

  /// Returns whether a header's list contains a word, in any case.
  func contains(_ word: String, in name: String) -> Bool {
    self[header: name]?.split(separator: ",").contains {
      $0.trimmingCharacters(in: .whitespaces).lowercased() == word
    } ?? false
  }

  /// Returns the value of a query parameter.
  func queryValue(_ name: String) -> String? {
    for item in query.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1)
      if parts.count == 2, parts[0] == name { return String(parts[1]) }
    }
    return nil
  }
}
