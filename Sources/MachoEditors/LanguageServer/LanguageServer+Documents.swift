import MachoValues

// The documents and their child processes.

extension LanguageServer {
  func open(_ parameters: JSONValue) {
    let item = parameters["textDocument"]
    guard let uri = item?["uri"]?.string else { return }
    documents[uri]?.stop()
    documents[uri] = OpenDocument(
      uri: uri, text: item?["text"]?.string ?? "", version: item?["version"]?.int)
  }

  func change(_ parameters: JSONValue) {
    let item = parameters["textDocument"]
    guard let document = item?["uri"]?.string.flatMap({ documents[$0] }) else { return }
    for change in parameters["contentChanges"]?.array ?? [] { document.apply(change) }
    document.setVersion(item?["version"]?.int)
  }

  func close(_ parameters: JSONValue) {
    guard let uri = parameters["textDocument"]?["uri"]?.string,
      let document = documents.removeValue(forKey: uri)
    else { return }
    document.stop()
    document.finishWaiting()
    notify("textDocument/publishDiagnostics", ["uri": .string(uri), "diagnostics": []])
  }

  /// Handles files that have changed on disk. `restartAfterRebuild` handles the executable.
  func handleChangedFiles(_ parameters: JSONValue) {
    let paths = (parameters["changes"]?.array ?? []).compactMap {
      $0["uri"]?.string.flatMap(DocumentPath.path(of:))
    }
    if paths.contains(where: { $0 != host.executable }) { rerunDocumentsThatReadFiles() }
  }

  /// Sends the present text of a document to its process, and starts the process if there is none.
  func synchronize(_ document: OpenDocument) {
    guard document.sentRevision != document.revision else { return }
    document.checkDefect()
    publishDiagnostics(of: document)
    if document.child == nil { start(document) }
    guard let child = document.child else {
      document.finishWaiting()
      return
    }
    document.sentRevision = document.revision
    var message: [JSONValue.Member] = [
      .init("type", "text"), .init("version", .integer(document.revision)),
      .init("path", .string(document.path)), .init("text", .string(document.text.text)),
    ]
    if let defect = document.defect { message.append(.init("limit", .integer(defect.line))) }
    child.send(.object(message))
  }

  private func start(_ document: OpenDocument) {
    if let broken = document.brokenStamp, broken == executableStamp { return }
    do {
      document.child = ChildProcess(try host.launch(.evaluator))
      document.brokenStamp = nil
    } catch {
      document.brokenStamp = executableStamp ?? 0
      show("macho: the driver cannot be started: \(error)", .error)
    }
  }

  /// Restarts all processes if the executable has been replaced.
  func restartAfterRebuild() {
    let stamp = host.executableStamp()
    // While it is being linked, there may be none.
    guard let stamp, stamp != executableStamp else { return }
    executableStamp = stamp
    show("macho: the driver was rebuilt; its scripts run again", .info)
    for document in documents.values {
      document.stop()
      document.defect = nil
      document.evaluation = nil
    }
  }

  // MARK: Messages of a child process

  func handle(_ message: JSONValue, from child: ChildProcess, of document: OpenDocument) {
    guard document.child === child else { return }
    (child.busySince, child.hasReported) = (.now, true)
    switch message["type"]?.string {
    case "running": child.runningLine = message["line"]?.int
    case "idle": (child.busySince, child.runningLine) = (nil, nil)
    case "evaluated":
      let result = DocumentEvaluation(message)
      guard result.revision == document.revision else { return }
      document.setEvaluation(result)
      publishDiagnostics(of: document)
      document.finishWaiting()
      reportEvaluated(document)
    case "reply":
      let id = message["id"]?.int ?? -1
      document.questions.removeValue(forKey: id)?.answer(message["result"])
    default: break
    }
  }

  /// Tells the editor that the diagnostics of the present version are complete.
  private func reportEvaluated(_ document: OpenDocument) {
    notify(
      "$/macho/evaluated",
      [
        "uri": .string(document.uri),
        "version": document.version.map { .integer($0) } ?? .null,
      ])
  }

  /// Handles the end of a child process: finds the line that crashed it and starts another one.
  func handleEnd(of document: OpenDocument) {
    guard let child = document.child else { return }
    let line = child.runningLine
    let end = child.end()
    let reason = host.describeExit(end.status, end.errors)
    document.stop()
    guard let line else {
      // If it crashed at its start, the same executable would crash again. If it crashed between two
      // commands, the next edit starts it again.
      if !child.hasReported { document.brokenStamp = executableStamp ?? 0 }
      document.sentRevision = document.revision
      let advice = child.hasReported ? "" : "; rebuild it to run scripts"
      show(
        (["macho: the driver \(reason.reason)\(advice)"] + reason.details)
          .joined(separator: "\n"), .error)
      publishDiagnostics(of: document)
      document.finishWaiting()
      return
    }
    setDefect(
      of: document, at: line, code: "crashed", "the command \(reason.reason)", reason.details)
  }

  func handleTimeout(of document: OpenDocument) {
    let line = document.child?.runningLine ?? 1
    document.stop()
    setDefect(
      of: document, at: line, code: "timed-out",
      "the command did not finish within \(commandTimeout)",
      ["it is not run again until the script above changes"])
  }

  private func setDefect(
    of document: OpenDocument, at line: Int, code: String, _ message: String, _ notes: [String]
  ) {
    let end = document.endOfCommand(at: line)
    document.defect = OpenDocument.Defect(
      line: line, lines: Array(document.lines.lines.prefix(end - 1)), code: code, message: message,
      notes: notes)
    show("macho: line \(line): \(message); the session was started again", .warning)
  }

  // MARK: Questions

  /// Asks the child process of a document. `body` gets `nil` if it does not answer in time.
  func ask(
    _ document: OpenDocument, _ kind: EvaluatorQuery.Kind, line: Int, column: Int = 0,
    lastLine: Int? = nil, _ body: @escaping (JSONValue?) -> Void
  ) {
    // A process that ended between two commands is started again when it is needed.
    if document.child == nil { document.sentRevision = nil }
    synchronize(document)
    guard let child = document.child else { return body(nil) }
    lastQuestion += 1
    // A command that runs for so long already does not let the process answer.
    let start = min(.now, child.commandStart ?? .now)
    document.questions[lastQuestion] = OpenDocument.Question(
      deadline: start + answerTimeout, answer: body)
    child.send([
      "type": "query", "id": .integer(lastQuestion), "kind": .string(kind.rawValue),
      "line": .integer(line), "column": .integer(column),
      "lastLine": .integer(lastLine ?? line),
    ])
  }

  /// Calls `body` when the present text has been evaluated, or cannot be.
  func afterEvaluation(of document: OpenDocument, _ body: @escaping () -> Void) {
    synchronize(document)
    guard !document.isEvaluated, document.child != nil else { return body() }
    document.whenEvaluated.append(body)
  }
}

extension OpenDocument {
  /// Calls those that wait for the evaluation.
  func finishWaiting() {
    let waiting = whenEvaluated
    whenEvaluated = []
    for body in waiting { body() }
  }
}
