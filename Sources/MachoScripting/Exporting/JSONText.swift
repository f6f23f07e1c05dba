import MachoValues

/// A value of JSON whose members keep their order.
indirect enum JSONText {
  case string(String)
  case number(Int)
  case bool(Bool)
  case null
  case array([JSONText])
  case object([(String, JSONText)])

  /// A string, or nothing.
  static func optional(_ text: String?) -> JSONText { text.map { .string($0) } ?? .null }

  /// The text, with members below each other.
  func text(indent: String = "") -> String {
    let inner = indent + "  "
    switch self {
    case .string(let text): return Self.quoted(text)
    case .number(let number): return "\(number)"
    case .bool(let flag): return "\(flag)"
    case .null: return "null"
    case .array(let elements):
      guard !elements.isEmpty else { return "[]" }
      let texts = elements.map { inner + $0.text(indent: inner) }
      return "[\n" + texts.joined(separator: ",\n") + "\n\(indent)]"
    case .object(let members):
      guard !members.isEmpty else { return "{}" }
      let texts = members.map { "\(inner)\(Self.quoted($0.0)): \($0.1.text(indent: inner))" }
      return "{\n" + texts.joined(separator: ",\n") + "\n\(indent)}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
