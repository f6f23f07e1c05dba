import MachoValues

/// The commands of the server, which code lenses refer to. `macho.debug` is a command of the editor.
enum DocumentCommand: String, CaseIterable {
  case run = "macho.run"
  case update = "macho.update"
}

// Code actions, commands and inlay hints.

extension LanguageServer {
  func codeActions(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    guard let range = parameters["range"].flatMap(TextRange.init) else {
      return respond([])
    }
    let first = document.lines.location(of: range.start).line
    let last = document.lines.location(of: range.end).line
    let syntax = document.syntaxActions(lines: first...max(first, last))
    afterEvaluation(of: document) { [self] in
      let failures = (document.evaluation?.failures ?? []).map(document.diagnostic)
      ask(document, .actions, line: first, lastLine: max(first, last)) { found in
        let actions = (found?.array ?? []).map { action -> JSONValue in
          var members: [JSONValue.Member] = [
            .init("title", action["title"] ?? ""), .init("kind", "quickfix"),
            .init("edit", document.workspaceEdit(action["edits"]?.array ?? [])),
          ]
          if let index = action["failure"]?.int, failures.indices.contains(index) {
            members.append(.init("diagnostics", [failures[index]]))
          }
          return .object(members)
        }
        respond(.array(syntax + actions))
      }
    }
  }

  func execute(_ parameters: JSONValue, _ id: JSONValue) {
    let uri = parameters["arguments"]?.array?.first?.string ?? ""
    guard let name = parameters["command"]?.string,
      let command = DocumentCommand(rawValue: name), let document = documents[uri]
    else { return respond(to: id, error: -32602, "unknown command or document") }
    switch command {
    case .run:
      afterEvaluation(of: document) { [self] in
        show(document.summary, document.findingCount == 0 ? .info : .error)
        respond(to: id, .string(document.summary))
      }
    case .update:
      afterEvaluation(of: document) { [self] in
        ask(document, .update, line: 1) { [self] edits in
          let edits = edits?.array ?? []
          if !edits.isEmpty {
            request(
              "workspace/applyEdit",
              ["label": "Update expected output", "edit": document.workspaceEdit(edits)])
          }
          respond(to: id, .integer(edits.count))
        }
      }
    }
  }

  func inlayHints(
    _ document: OpenDocument, _ parameters: JSONValue, _ respond: @escaping (JSONValue) -> Void
  ) {
    afterEvaluation(of: document) {
      let range = parameters["range"].flatMap(TextRange.init)
      guard document.isEvaluated, let commands = document.evaluation?.commands else {
        return respond([])
      }
      let hints = commands.compactMap { command -> JSONValue? in
        guard let change = command.change else { return nil }
        let text = document.lines.text(command.line)
        let position = document.lines.position(line: command.line, column: text.utf8.count)
        guard range?.touches(position) ?? true else { return nil }
        let short = change.count > 60 ? change.prefix(59) + "…" : change[...]
        return [
          "position": position.json, "label": .string(String(short)), "paddingLeft": true,
        ]
      }
      respond(.array(hints))
    }
  }
}

extension OpenDocument {
  /// Returns the workspace edit for edits of whole lines.
  fileprivate func workspaceEdit(_ edits: [JSONValue]) -> JSONValue {
    let changes = edits.map { edit in
      let line = edit["line"]?.int ?? 1
      return self.edit(
        lines: line..<max(line, edit["endLine"]?.int ?? line),
        text: (edit["text"]?.array ?? []).compactMap(\.string))
    }
    return ["changes": .object([.init(uri, .array(changes))])]
  }

  /// Returns replacements for the candidates of syntax errors, such as a similar verb.
  fileprivate func syntaxActions(lines: ClosedRange<Int>) -> [JSONValue] {
    let errors = isEvaluated ? evaluation?.errors ?? [] : syntaxErrors
    return errors.filter { lines.contains($0.line) }.flatMap { error in
      error.candidates.map { candidate in
        let range = self.lines.range(line: error.line, columns: error.columns)
        return [
          "title": .string("Replace by '\(candidate)'"), "kind": "quickfix",
          "diagnostics": [diagnostic(error)],
          "edit": [
            "changes": .object([
              .init(uri, [["range": range.json, "newText": .string(candidate)]])
            ])
          ],
        ]
      }
    }
  }

  /// The number of errors and failures.
  fileprivate var findingCount: Int {
    let failures = evaluation?.failures.count { !$0.isExpected } ?? 0
    return (evaluation?.errors.count ?? 0) + failures + (defect == nil ? 0 : 1)
  }

  /// The result in one line.
  fileprivate var summary: String {
    let name = path.split(separator: "/").last.map(String.init) ?? uri
    guard let evaluation, isEvaluated else { return "ERROR \(name): the driver cannot run it" }
    guard findingCount > 0 else { return "PASS \(name) (\(evaluation.commands.count) commands)" }
    let all = evaluation.errors + evaluation.failures + (defect.map { [DocumentFinding($0)] } ?? [])
    let first = all.min { $0.line < $1.line }
    return "FAIL \(name):\(first?.line ?? 1): \(first?.code ?? ""): \(first?.message ?? "")"
  }
}
