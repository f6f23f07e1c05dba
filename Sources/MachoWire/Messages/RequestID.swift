import MachoValues

/// Identifies a request and its response.
package enum RequestID: Hashable, Sendable {
  case text(String)
  case number(JSONNumber)

  /// Creates an ID from a JSON string or integer. An integer may have any size.
  package init?(_ value: JSONValue) {
    if let text = value.string {
      self = .text(text)
    } else if case .number(let number) = value, number.isInteger {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// The ID in a message.
  package var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .number(number)
    }
  }
}
