import MachoSessions
import MachoValues

extension Method {
  static let complete = Method("complete", ["session", "line", "cursor"]) {
    call throws(WireError) in
    let session = try call.session().session
    let line = try call.parameters.requiredText("line")
    let cursor = try call.parameters.number("cursor") ?? line.utf8.count
    guard (0...line.utf8.count).contains(cursor) else {
      throw .invalidParameter("'cursor' must be an offset in the line, in bytes of UTF-8")
    }
    let completions = session.completions(of: line, at: cursor).map { completion -> JSONValue in
      [
        "text": .string(completion.text), "title": .string(completion.title),
        "detail": .string(completion.detail),
        "replacing": [
          .integer(completion.replacing.lowerBound), .integer(completion.replacing.upperBound),
        ],
      ]
    }
    return [
      "completions": .array(completions), "hint": .optional(session.hint(of: line, at: cursor)),
    ]
  }
}
