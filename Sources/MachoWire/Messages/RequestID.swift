import MachoValues

/// Identifies a request and its response.
package enum RequestID: Hashable, Sendable {
  case text(String)
  case number(Int)

  /// Creates an ID from a JSON string or integer.
  package init?(_ value: JSONValue) {
    if let text = value.string {
      self = .text(text)
    } else if let number = value.int {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The ID in a message.
  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .integer(number)
    }
  }
}
