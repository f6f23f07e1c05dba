import MachoSessions
import MachoValues

// Completion, signatures and hovers.

extension LanguageServer {
  func complete(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let (line, column) = document.location(in: parameters) else { return respond(.null) }
    ask(document, .completion, line: line, column: column) { [self] answer in
      let found = answer?.array ?? []
      guard answer == nil else {
        respond(["isIncomplete": true, "items": .array(document.items(for: found))])
        return
      }
      // Without the process, only the verbs are known.
      respond([
        "isIncomplete": true, "items": .array(verbs(in: document, line: line, column: column)),
      ])
    }
  }

  private func verbs(in document: OpenDocument, line: Int, column: Int) -> [JSONValue] {
    guard let command = TypedCommand(in: document.lines.lines, line: line, column: column) else {
      return []
    }
    let session = Session(catalog: [], receiveMode: .onReceive)
    return document.items(for: command.completions(in: session).array ?? [])
  }

  func signatureHelp(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let (line, column) = document.location(in: parameters) else { return respond(.null) }
    ask(document, .hint, line: line, column: column) { answer in
      guard let label = answer?["label"]?.string else { return respond(.null) }
      let names = (answer?["parameters"]?.array ?? []).compactMap(\.string)
      let texts = [answer?["hint"]?.string, answer?["summary"]?.string]
      respond([
        "signatures": [
          [
            "label": .string(label),
            "documentation": .string(texts.compactMap(\.self).joined(separator: "\n")),
            "parameters": .array(names.map { ["label": .string($0)] }),
          ]
        ],
        "activeSignature": 0,
        "activeParameter": answer?["active"] ?? 0,
      ])
    }
  }

  func hover(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let (line, column) = document.location(in: parameters) else { return respond(.null) }
    let token = document.token(atLine: line, column: column)
    func answer(_ text: String) {
      var members: [JSONValue.Member] = [
        .init("contents", ["kind": "markdown", "value": .string(text)])
      ]
      if let token { members.append(.init("range", document.range(of: token).json)) }
      respond(.object(members))
    }
    if let token, let text = document.help(for: token) { return answer(text) }
    ask(document, .hover, line: line, column: column) { found in
      guard let text = found?["text"]?.string else { return respond(.null) }
      answer(text)
    }
  }
}

extension OpenDocument {
  /// Returns the token at a position. At the boundary of two tokens, the second.
  func token(atLine line: Int, column: Int) -> ScriptToken? {
    tokens.last {
      $0.line == line && ($0.columns.contains(column) || $0.columns.upperBound == column)
    }
  }

  /// The text of a token.
  func text(of token: ScriptToken) -> String {
    let bytes = Array(lines.text(token.line).utf8)
    return String(
      decoding: bytes[
        min(token.columns.lowerBound, bytes.count)..<min(token.columns.upperBound, bytes.count)],
      as: UTF8.self)
  }

  /// The help for a verb or a code. `nil` for any other token.
  func help(for token: ScriptToken) -> String? {
    let text = text(of: token)
    switch token.kind {
    case .verb:
      guard let command = Command.named(text), isFirstWord(token) else { return nil }
      return """
        ```text
        \(command.usageLines.joined(separator: "\n"))
        ```

        \(command.summary)

        \(command.details)
        """
    case .prefix:
      let code = text.drop { "![ ".contains($0) }.prefix { $0 != "]" }
      guard let entry = DiagnosticCode.all.first(where: { $0.code.rawValue == code }) else {
        return nil
      }
      return "`\(entry.code)`: \(entry.meaning)"
    default: return nil
    }
  }

  /// Whether a token is the verb of its command, not a keyword of its arguments.
  private func isFirstWord(_ token: ScriptToken) -> Bool {
    !tokens.contains {
      $0.line == token.line && $0.columns.lowerBound < token.columns.lowerBound
        && $0.kind != .prefix
    }
  }

  /// The completion items of the protocol.
  ///
  /// The filter text is the replaced text. Otherwise editors would drop the similar words that the session
  /// offers if no word begins as typed.
  func items(for completions: [JSONValue]) -> [JSONValue] {
    completions.enumerated().map { index, found in
      let text = found["text"]?.string ?? ""
      let range = TextRange(
        start: lines.position(
          line: found["line"]?.int ?? 1, column: found["column"]?.int ?? 0),
        end: lines.position(
          line: found["endLine"]?.int ?? 1, column: found["endColumn"]?.int ?? 0))
      let typed = self.text.text(
        in: self.text.offset(
          of: range.start)..<max(self.text.offset(of: range.start), self.text.offset(of: range.end))
      )
      let order = String(index + 1_000)
      return [
        "label": .string(text), "detail": .string(detail(of: found, text)),
        "kind": .integer(kind(of: text)), "sortText": .string(order),
        "filterText": .string(text.hasPrefix(typed) ? text : typed),
        "textEdit": ["range": range.json, "newText": .string(text)],
      ]
    }
  }

  /// The signature, unless the text has it, and the description.
  private func detail(of found: JSONValue, _ text: String) -> String {
    let title = found["title"]?.string ?? ""
    let isNew = title.filter { $0 != " " } != text.filter { $0 != " " }
    let parts = [isNew ? title : "", found["detail"]?.string ?? ""]
    return parts.filter { !$0.isEmpty }.joined(separator: "  ")
  }

  /// The kind of a completion item: 14 keyword, 2 method, 20 enum member.
  private func kind(of text: String) -> Int {
    if Command.named(String(text.prefix { $0 != " " })) != nil { return 14 }
    return text.hasSuffix("(") ? 2 : 20
  }
}
