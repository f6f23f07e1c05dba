import MachoReporting
import MachoValues

/// The text of a state, which lists the parts of a long one.
enum StateText {
  /// The length up to which a state is shown whole, in bytes.
  static let limit = 4_096

  /// Returns the text of a result of the method 'parts'.
  static func text(of result: JSONValue) -> String {
    guard let parts = result["parts"]?.array else { return result["value"]?.string ?? "" }
    var lines = parts.map(line)
    if let path = parts.lazy.compactMap(pathToAskFor).first {
      lines.append("[long parts are left out: call 'state' with a path, such as \"\(path)\"]")
    }
    return lines.joined(separator: "\n")
  }

  private static func line(_ part: JSONValue) -> String {
    let path = part["path"]?.string ?? ""
    let name = path.isEmpty ? "self" : path
    if let value = part["value"]?.string { return "\(name): \(value)" }
    let count = part["count"]?.int.map { counted($0, "element") + ", " } ?? ""
    let next = part["next"]?.string.map { ", left out from \($0) on" } ?? ""
    return "\(name): \(count)\(counted(part["size"]?.int ?? 0, "byte"))\(next)"
  }

  /// The path that shows more of a part. `nil` if all of it is shown.
  private static func pathToAskFor(_ part: JSONValue) -> String? {
    if let next = part["next"]?.string { return next }
    return part["value"] == nil && part["count"] == nil ? part["path"]?.string : nil
  }
}

extension AgentSession {
  /// Returns the parts of the state at a path. `nil` if it is short, or cannot be divided or read.
  func longState(at path: String) -> String? {
    let parameters: [JSONValue.Member] = [
      .init("path", .string(path)), .init("limit", .integer(StateText.limit)),
    ]
    guard case .result(let result) = call("parts", parameters), result["parts"] != nil else {
      return nil
    }
    return StateText.text(of: result)
  }
}
