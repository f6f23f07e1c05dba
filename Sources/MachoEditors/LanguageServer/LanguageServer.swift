import MachoLocks
import MachoSessions
import MachoValues

/// The server of the Language Server Protocol for scripts.
///
/// One thread waits for the editor and for the child processes. The server itself runs no feature:
/// each document has a child process that does, and that is started again after a crash or when the
/// driver has been rebuilt.
package final class LanguageServer {
  let editor: MessageChannel
  let host: EditorHost
  let catalog: [any DrivenFeature]
  /// The open documents by URI.
  var documents: [String: OpenDocument] = [:]
  /// The directories of the workspace.
  var folders: [String] = []
  /// How long a command may run before its process is killed.
  var commandTimeout = Duration.seconds(10)
  /// How long a question waits for the child process before it is answered without it.
  var answerTimeout = Duration.seconds(2)
  /// The version of the executable that the child processes run.
  var executableStamp: Int?
  var canWatchFiles = false
  private var hasShutDown = false
  private var isInitialized = false
  private var exitStatus: Int32?
  private var lastRequest = 0
  /// The number of the last question to a child process.
  var lastQuestion = 0

  /// Creates a server for the editor on two descriptors.
  package init(catalog: [any DrivenFeature], host: EditorHost, input: Int32, output: Int32) {
    self.catalog = catalog
    self.host = host
    editor = MessageChannel(input: input, output: output)
    executableStamp = host.executableStamp()
  }

  /// Serves until the editor exits. Returns the exit status: 0 after `shutdown`.
  package func run() -> Int32 {
    while exitStatus == nil, !editor.isClosed { waitForEvents() }
    for document in documents.values { document.stop() }
    editor.drain()
    if let defect = editor.defect { host.report(defect) }
    return exitStatus ?? (hasShutDown ? 0 : 1)
  }

  // MARK: Events

  private func waitForEvents() {
    let running = documents.values.filter { $0.child != nil }
    var polled = [pollfd(fd: editor.input, events: Int16(POLLIN), revents: 0)]
    if editor.hasQueuedOutput {
      polled.append(pollfd(fd: editor.output, events: Int16(POLLOUT), revents: 0))
    }
    for document in running {
      guard let child = document.child else { continue }
      let writes = child.channel.hasQueuedOutput ? Int16(POLLOUT) : 0
      polled.append(
        pollfd(fd: child.channel.input, events: Int16(POLLIN) | writes, revents: 0))
      polled.append(pollfd(fd: child.errors, events: Int16(POLLIN), revents: 0))
    }
    guard poll(&polled, nfds_t(polled.count), milliseconds(until: nextDeadline)) >= 0 else {
      return
    }
    editor.flush()
    let events = Dictionary(polled.map { ($0.fd, $0.revents) }) { $0 | $1 }
    for document in running {
      guard let child = document.child else { continue }
      if events[child.errors] ?? 0 != 0 { _ = child.readErrors() }
      guard events[child.channel.input] ?? 0 != 0 else { continue }
      child.channel.flush()
      for message in child.channel.receive() { handle(message, from: child, of: document) }
      if child.channel.isClosed, document.child === child { handleEnd(of: document) }
    }
    if polled[0].revents != 0 {
      for message in editor.receive() where exitStatus == nil { handle(message) }
    }
    restartAfterRebuild()
    expireDeadlines()
    // ORDER: last, because the above may have stopped a process.
    for document in documents.values { synchronize(document) }
  }

  private var nextDeadline: ContinuousClock.Instant? {
    documents.values.compactMap { document in
      return
        ([document.child?.commandStart.map { $0 + commandTimeout }]
        + document.questions.values.map(\.deadline)).compactMap(\.self).min()
    }.min()
  }

  private func milliseconds(until deadline: ContinuousClock.Instant?) -> Int32 {
    guard let deadline else { return -1 }
    let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
    return Int32(max(0, min(left + 1, 60_000)))
  }

  private func expireDeadlines() {
    let now = ContinuousClock.now
    for document in documents.values {
      for (id, question) in document.questions where question.deadline <= now {
        document.questions[id] = nil
        question.answer(nil)
      }
      if let start = document.child?.commandStart, start + commandTimeout <= now {
        handleTimeout(of: document)
      }
    }
  }

  // MARK: Messages of the editor

  private func handle(_ message: JSONValue) {
    guard message != .null else {
      respond(to: .null, error: -32700, "the message is not JSON")
      return
    }
    guard let method = message["method"]?.string else {
      // A response to a request of the server has no method.
      guard let id = message["id"], message["result"] == nil, message["error"] == nil else {
        return
      }
      respond(to: id, error: -32600, "the request has no method")
      return
    }
    let parameters = message["params"] ?? .null
    guard let id = message["id"] else {
      handleNotification(method, parameters)
      return
    }
    guard !hasShutDown else {
      respond(to: id, error: -32600, "the server is shutting down")
      return
    }
    guard isInitialized != (method == "initialize") else {
      let problem = isInitialized ? "the server is initialized" : "'initialize' comes first"
      respond(to: id, error: isInitialized ? -32600 : -32002, problem)
      return
    }
    switch method {
    case "initialize":
      isInitialized = true
      respond(to: id, initialize(parameters))
    case "shutdown":
      hasShutDown = true
      respond(to: id, .null)
    case "workspace/executeCommand": execute(parameters, id)
    default:
      guard let handler = Self.requests[method] else {
        respond(to: id, error: -32601, "unknown method '\(method)'")
        return
      }
      let uri = parameters["textDocument"]?["uri"]?.string ?? ""
      guard let document = documents[uri] else {
        respond(to: id, .null)
        return
      }
      do throws(RequestError) {
        try handler(self, document, parameters) { [weak self] in self?.respond(to: id, $0) }
      } catch { respond(to: id, error: -32803, error.message) }
    }
  }

  /// A request that is valid but cannot be fulfilled.
  struct RequestError: Error {
    /// The message for the user.
    var message: String
  }

  typealias Handler =
    @Sendable (
      LanguageServer, OpenDocument, JSONValue, @escaping (JSONValue) -> Void
    ) throws(RequestError) -> Void

  /// The requests about a document.
  private static let requests: [String: Handler] = [
    "textDocument/completion": { $0.complete($1, $2, $3) },
    "textDocument/signatureHelp": { $0.signatureHelp($1, $2, $3) },
    "textDocument/hover": { $0.hover($1, $2, $3) },
    "textDocument/definition": { $0.definition($1, $2, $3) },
    "textDocument/references": { $0.references($1, $2, $3) },
    "textDocument/documentHighlight": { $0.highlights($1, $2, $3) },
    "textDocument/documentSymbol": { $3($1.symbols) },
    "textDocument/foldingRange": { $3($1.foldingRanges) },
    "textDocument/semanticTokens/full": { $3(SemanticTokens.json(of: $1)) },
    "textDocument/formatting": { $3($1.formattingEdits) },
    "textDocument/prepareRename": { $0.prepareRename($1, $2, $3) },
    "textDocument/rename": { server, document, parameters, respond throws(RequestError) in
      respond(try server.rename(document, parameters))
    },
    "textDocument/codeAction": { $0.codeActions($1, $2, $3) },
    "textDocument/codeLens": { $3($1.codeLenses) },
    "textDocument/inlayHint": { $0.inlayHints($1, $2, $3) },
    // For tests: the text as the server knows it.
    "macho/text": { $3(.string($1.text.text)) },
  ]

  private func handleNotification(_ method: String, _ parameters: JSONValue) {
    switch method {
    case "initialized": watchExecutable()
    case "exit": exitStatus = hasShutDown ? 0 : 1
    case "textDocument/didOpen": open(parameters)
    case "textDocument/didChange": change(parameters)
    case "textDocument/didClose": close(parameters)
    case "textDocument/didSave":
      rerunDocumentsThatReadFiles(exceptAt: parameters["textDocument"]?["uri"]?.string)
    case "workspace/didChangeWatchedFiles": handleChangedFiles(parameters)
    default: break
    }
  }

  // MARK: Messages to the editor

  func respond(to id: JSONValue, _ result: JSONValue) {
    editor.send(["jsonrpc": "2.0", "id": id, "result": result])
  }

  func respond(to id: JSONValue, error code: Int, _ message: String) {
    editor.send([
      "jsonrpc": "2.0", "id": id,
      "error": ["code": .integer(code), "message": .string(message)],
    ])
  }

  func notify(_ method: String, _ parameters: JSONValue) {
    editor.send(["jsonrpc": "2.0", "method": .string(method), "params": parameters])
  }

  /// Sends a request whose response is ignored.
  func request(_ method: String, _ parameters: JSONValue) {
    lastRequest += 1
    editor.send([
      "jsonrpc": "2.0", "id": .string("macho-\(lastRequest)"), "method": .string(method),
      "params": parameters,
    ])
  }

  /// The types of messages to the user.
  enum MessageType: Int {
    case error = 1
    case warning, info, log
  }

  func show(_ message: String, _ type: MessageType) {
    notify(
      type == .log ? "window/logMessage" : "window/showMessage",
      ["type": .integer(type == .log ? 3 : type.rawValue), "message": .string(message)])
  }
}
