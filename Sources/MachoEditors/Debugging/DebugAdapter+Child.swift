import MachoValues

// The process that runs the script.

extension DebugAdapter {
  /// Asks the child process. It answers only while the script is stopped.
  func ask(_ message: [JSONValue.Member], _ body: @escaping (JSONValue) -> Void) {
    guard let child, stop != nil else { return body(.null) }
    lastQuestion += 1
    questions[lastQuestion] = body
    child.send(
      .object([.init("type", "ask"), .init("id", .integer(lastQuestion))] + message))
  }

  func handle(_ message: JSONValue) {
    switch message["type"]?.string {
    case "running":
      child?.runningLine = message["line"]?.int
      runningPosition = message["position"]?.int
    case "output": output(message["text"]?.string ?? "", "stdout")
    case "intervention":
      if let value = message["value"].flatMap(DebugIntervention.init) {
        interventions.append(value)
      }
    case "stopped": report(DebugStop(message))
    case "failed":
      output((message["message"]?.string ?? "") + "\n", "stderr")
      finish(status: 2)
    case "finished":
      output(message["report"]?.string ?? "", "console")
      finish(status: message["status"]?.int ?? 1)
    case "reply":
      let id = message["id"]?.int ?? -1
      questions.removeValue(forKey: id)?(message["result"] ?? .null)
    default: break
    }
  }

  private func report(_ stop: DebugStop) {
    self.stop = stop
    pauseDeadline = nil
    crashedPosition = nil
    references = []
    interventions.removeAll { $0.position > stop.position }
    var body: [JSONValue.Member] = [
      .init("reason", .string(stop.reason)), .init("threadId", 1),
      .init("allThreadsStopped", true),
    ]
    if let text = stop.text { body.append(.init("description", .string(text))) }
    if let code = stop.code { body.append(.init("text", .string(code))) }
    event("stopped", .object(body))
  }

  private func finish(status: Int) {
    stop = nil
    pauseDeadline = nil
    // The process has nothing more to do; a late message of it must not be taken for a crash.
    let ended = child
    child = nil
    _ = ended?.end()
    event("exited", ["exitCode": .integer(status)])
    event("terminated")
  }

  /// Starts a process and runs the script again up to a position, at which it stops.
  func restore(position: Int, reason: String, _ text: String?) {
    guard start() else { return }
    child?.send([
      "type": "restore", "position": .integer(position), "reason": .string(reason),
      "text": .optional(text),
      "interventions": .array(interventions.filter { $0.position <= position }.map(\.json)),
    ])
  }

  /// Starts a process with the script. Reports an error if that fails.
  func start() -> Bool {
    guard let program else { return false }
    let ended = child
    child = nil
    _ = ended?.end()
    stop = nil
    runningPosition = nil
    let waiting = questions.values
    questions = [:]
    for body in waiting { body(.null) }
    let path = DocumentPath.withoutLinks(program.path)
    let specCase = program.specCase(breakpoints[path, default: []].map(\.line))
    if let specCase { output("macho: running the case '\(specCase.name)'\n", "console") }
    do {
      let started = ChildProcess(try host.launch(.debuggee))
      child = started
      started.send([
        "type": "load", "path": .string(program.path), "text": .string(program.text),
        "strict": .bool(program.isStrict), "case": specCase.map { .integer($0.line) } ?? .null,
      ])
      started.send(configuration.json)
      return true
    } catch {
      output("macho: the driver cannot be started: \(error)\n", "stderr")
      finish(status: 4)
      return false
    }
  }

  /// Goes back to the command before a crash.
  func handleCrash() {
    guard let ended = child else { return }
    let line = ended.runningLine
    let position = runningPosition
    let end = ended.end()
    let reason = host.describeExit(end.status, end.errors)
    child = nil
    if let stop {
      // A line that the user entered crashed, not a command of the script.
      output(
        "macho: the line \(reason.reason)\n" + reason.details.map { $0 + "\n" }.joined(), "stderr")
      return restore(position: stop.position, reason: "pause", "the line \(reason.reason)")
    }
    guard let line, let position, crashedPosition != position else {
      output("macho: the driver \(reason.reason)\n", "stderr")
      finish(status: 4)
      return
    }
    // If the script crashes again on the way there, it cannot be restored.
    crashedPosition = position
    output(
      "macho: line \(line) \(reason.reason)\n" + reason.details.map { $0 + "\n" }.joined(), "stderr"
    )
    restore(position: position, reason: "exception", "the command \(reason.reason)")
  }

  /// Kills a process whose command does not end, and goes back to the command before.
  func handleEndlessCommand() {
    pauseDeadline = nil
    if let stop {
      output("macho: the line did not stop; going back to the state before it\n", "console")
      return restore(position: stop.position, reason: "pause", "the line did not stop")
    }
    let position = runningPosition ?? 0
    output("macho: the command did not stop; going back to it\n", "console")
    restore(position: position, reason: "pause", "the command did not stop")
  }

  func terminate(_ response: DebugResponse) {
    response.succeed()
    finish(status: 0)
  }
}
