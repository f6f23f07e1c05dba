import MachoSessions
import MachoValues

extension Method {
  static let parts = Method("parts", ["session", "path", "limit"]) { call throws(WireError) in
    let session = try call.session().session
    let path = try call.parameters.text("path") ?? ""
    let limit = try call.parameters.number("limit") ?? defaultLimit
    guard limit > 0 else { throw .invalidParameter("'limit' must be positive") }
    let value: TypedValue
    do throws(Diagnostic) { value = try session.value(atPath: path) } catch {
      throw WireError(error)
    }
    let parts = session.syntax.parts(of: value, at: path, limit: limit)
    if parts.isEmpty { return ["value": .string(session.syntax.print(value))] }
    return ["parts": .array(parts.map(\.json))]
  }

  /// The default of `limit`, in bytes.
  private static let defaultLimit = 4_096
}

extension ValuePart {
  /// The part in a message.
  fileprivate var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("path", .string(path)), .init("size", .integer(size)),
    ]
    if let text { members.append(.init("value", .string(text))) }
    if let count { members.append(.init("count", .integer(count))) }
    if let next { members.append(.init("next", .string(next))) }
    return .object(members)
  }
}
