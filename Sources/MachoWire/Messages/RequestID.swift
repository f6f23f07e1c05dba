import MachoValues

/// By what a client knows an answer to be that of its request.
package enum RequestID: Hashable, Sendable {
  case text(String)
  case number(Int)

  /// The identity that a value is, if it is one.
  init?(_ value: JSONValue) {
    if let text = value.string {
      self = .text(text)
    } else if let number = value.int {
      self = .number(number)
    } else {
      return nil
    }
  }

  /// As it stands in a message.
  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .number(let number): .integer(number)
    }
  }
}
