import MachoValues

/// What a tool returns: text for a model, and the same as data.
struct ToolResult: Sendable {
  var text: String
  var structured: [JSONValue.Member]
  var isError = false

  init(_ text: String, _ structured: [JSONValue.Member], isError: Bool = false) {
    self.text = text
    self.structured = structured
    self.isError = isError
  }

  init(_ failure: ToolFailure) {
    self.init(failure.text, [.init("error", failure.json)], isError: true)
  }

  /// The result of `tools/call`.
  var json: JSONValue {
    [
      "content": [["type": "text", "text": .string(text)]],
      "structuredContent": .object(structured), "isError": .bool(isError),
    ]
  }
}

/// Why a tool did not do what was asked.
struct ToolFailure: Error, Sendable {
  var code: String
  var message: String
  var candidates: [String] = []
  var notes: [String] = []
  /// What a prompt would print.
  var output: [String] = []

  init(_ code: String, _ message: String, candidates: [String] = []) {
    self.code = code
    self.message = message
    self.candidates = candidates
  }

  /// Creates the failure of an error object of the wire protocol.
  init(_ error: JSONValue) {
    func texts(_ name: String) -> [String] {
      (error["data"]?[name]?.array ?? []).compactMap(\.string)
    }
    code = error["data"]?["code"]?.string ?? "failed"
    message = error["message"]?.string ?? "the request failed"
    candidates = texts("candidates")
    notes = texts("notes")
    output = texts("output")
  }

  var text: String {
    let printed = output.isEmpty ? ["error \(code): \(message)"] + notes : output
    // The printed text of a line already contains its candidates.
    let candidates = output.isEmpty ? candidates : []
    return
      (printed
      + (candidates.isEmpty ? [] : ["did you mean \(candidates.joined(separator: " or "))?"]))
      .joined(separator: "\n")
  }

  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("code", .string(code)), .init("message", .string(message)),
    ]
    if !candidates.isEmpty { members.append(.init("candidates", .strings(candidates))) }
    if !notes.isEmpty { members.append(.init("notes", .strings(notes))) }
    return .object(members)
  }
}

extension JSONValue {
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
