import MachoValues

/// What a tool returns: a text that is complete, and the facts that a program needs.
struct ToolResult: Sendable {
  var text: String
  /// Handles, numbers, flags and codes. Texts are only in `text`.
  var facts: [JSONValue.Member]
  var isError = false

  init(_ text: String, _ facts: [JSONValue.Member], isError: Bool = false) {
    self.text = text
    self.facts = facts
    self.isError = isError
  }

  init(_ failure: ToolFailure) {
    self.init(failure.text, [.init("error", failure.fact)], isError: true)
  }

  /// The result of `tools/call`. It has no structured content, which would have to repeat the text: some
  /// clients show a model only the one, some only the other, and some both.
  var json: JSONValue {
    var members: [JSONValue.Member] = [
      .init("content", [["type": "text", "text": .string(text)]]),
      .init("isError", .bool(isError)),
    ]
    if !facts.isEmpty { members.append(.init("_meta", [MCPMetaKey.facts: .object(facts)])) }
    return .object(members)
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

  /// The failure for a program.
  var fact: JSONValue { ["code": .string(code)] }
}

extension JSONValue {
  static func strings(_ texts: [String]) -> JSONValue { .array(texts.map(JSONValue.string)) }
}
