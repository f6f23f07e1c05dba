import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

/// The process that runs the script of a debug session.
///
/// Going back is running again: a script is deterministic, so the same commands lead to the same state,
/// with the same effects, stubs and time.
package final class Debuggee {
  private let catalog: [any DrivenFeature]
  private let environment: [String: String]
  private let channel: MessageChannel
  private var configuration = DebugConfiguration()
  private var script: Script?
  private var path = "-"
  private var isStrict = false
  private(set) var run: DebuggedRun?
  var interventions: [DebugIntervention] = []
  private var isPauseRequested = false
  private var hasStopped = false
  /// Whether the checks of the script's end have failed.
  private var hasFailedAtEnd = false

  /// Creates a debuggee that reads requests from a channel.
  package init(
    catalog: [any DrivenFeature], environment: [String: String], channel: MessageChannel
  ) {
    self.catalog = catalog
    self.environment = environment
    self.channel = channel
  }

  /// Serves until the channel is closed.
  package func serve() {
    while !channel.isClosed {
      for message in channel.receive() { handle(message) }
      channel.drain()
    }
  }

  func send(_ message: JSONValue) {
    channel.send(message)
    channel.drain()
  }

  private func handle(_ message: JSONValue) {
    switch message["type"]?.string {
    case "configure": configuration = DebugConfiguration(message)
    case "pause": isPauseRequested = true
    case "load": load(message)
    case "restore": restore(message)
    case "run":
      let mode = message["mode"]?.string.flatMap(RunMode.init) ?? .proceed
      resume(mode)
    case "goBack":
      goBack(toBreakpoint: message["mode"]?.string == RunMode.proceed.rawValue)
    case "jump": jump(toLine: message["line"]?.int ?? 1)
    case "ask":
      let result = answer(message)
      send(["type": "reply", "id": message["id"] ?? .null, "result": result])
    default: break
    }
  }

  // MARK: Running

  enum RunMode: String {
    /// Runs the next command, of the script or of one that it sources.
    case stepIn
    /// Runs the next command of the script.
    case next
    /// Runs up to a breakpoint, a failure or the end.
    case proceed
  }

  /// Parses the script. The adapter has parsed it before, so errors can come from the catalog only.
  private func load(_ message: JSONValue) {
    path = message["path"]?.string ?? "-"
    isStrict = message["strict"]?.bool ?? false
    do throws(ScriptParseErrors) {
      let whole = try ScriptValidator.parse(
        Array((message["text"]?.string ?? "").utf8), catalog: catalog)
      script = whole.run(ofCaseAt: message["case"]?.int)
    } catch {
      send(["type": "failed", "message": .string(error.text(path: path))])
      return
    }
    run = makeRun(isQuiet: false)
    send(["type": "loaded"])
  }

  private func makeRun(isQuiet: Bool) -> DebuggedRun? {
    script.map { script in
      DebuggedRun(
        script, path: path, catalog: catalog, environment: environment, isStrict: isStrict,
        willRun: { [unowned self] line, position in
          send(["type": "running", "line": .integer(line), "position": .integer(position)])
        },
        output: { [unowned self] text in
          if !isQuiet { send(["type": "output", "text": .string(text)]) }
        })
    }
  }

  /// Runs the script again up to a position.
  private func restore(_ message: JSONValue) {
    interventions = (message["interventions"]?.array ?? []).compactMap(DebugIntervention.init)
    replay(to: message["position"]?.int ?? 0)
    stop(message["reason"]?.string ?? "step", message["text"]?.string)
  }

  /// Runs the script quietly up to a position, with the interventions before it.
  @discardableResult
  private func replay(
    to position: Int, at each: (DebuggedRun) -> Void = { _ in }
  ) -> DebuggedRun? {
    run = makeRun(isQuiet: true)
    hasFailedAtEnd = false
    interventions.removeAll { $0.position > position }
    guard let run else { return nil }
    while true {
      for intervention in interventions where intervention.position == run.position {
        run.apply(intervention)
      }
      guard run.position < position, run.hasNext else { break }
      each(run)
      run.step()
    }
    run.isQuiet = false
    return run
  }

  private func resume(_ mode: RunMode) {
    guard let run else { return }
    isPauseRequested = false
    // A breakpoint at which the script has stopped does not stop it again.
    var isFirst = hasStopped
    while run.hasNext {
      if isReadable(channel.input) {
        for message in channel.receive() { handle(message) }
        if channel.isClosed { return }
      }
      if isPauseRequested { return stop("pause") }
      if !isFirst, isAtBreakpoint(run) { return stop("breakpoint") }
      let watched = values(run)
      run.step()
      if let failure = run.failure, configuration.stops(at: failure.code) {
        return stop("exception", failure.message)
      }
      if let change = change(from: watched, run) { return stop("data breakpoint", change) }
      isFirst = false
      switch mode {
      case .stepIn where run.hasNext: return stop("step")
      case .next where !run.isInSourcedScript && run.hasNext: return stop("step")
      default: continue
      }
    }
    finish(run)
  }

  private func finish(_ run: DebuggedRun) {
    run.finish()
    if let failure = run.failure, !run.isFinished, !hasFailedAtEnd {
      hasFailedAtEnd = true
      guard configuration.stops(at: failure.code) else { return sendFinished(run) }
      return stop("exception", failure.message)
    }
    sendFinished(run)
  }

  private func sendFinished(_ run: DebuggedRun) {
    send([
      "type": "finished", "status": .integer(run.passed ? 0 : 1),
      "report": .string(run.report),
    ])
  }

  private func isAtBreakpoint(_ run: DebuggedRun) -> Bool {
    let sourced = run.sourcedPosition
    guard let line = sourced?.line ?? run.nextLine else { return false }
    return configuration.breakpoints.contains { breakpoint in
      breakpoint.line == line
        && breakpoint.path == DocumentPath.withoutLinks(sourced?.file ?? path)
        && holds(breakpoint.condition, run)
    }
  }

  /// Whether a condition holds. An invalid one counts as true, so that it is noticed.
  private func holds(_ condition: String?, _ run: DebuggedRun) -> Bool {
    guard let condition else { return true }
    guard let failure = run.run(Line(.expect, condition)).failure else { return true }
    guard failure.code != "expect-failed" else { return false }
    send([
      "type": "output",
      "text": .string("the condition '\(condition)' is invalid: \(failure.message)\n"),
    ])
    return true
  }

  private func values(_ run: DebuggedRun) -> [String?] {
    configuration.dataBreakpoints.map { breakpoint in
      (try? run.session.value(atPath: breakpoint.path)).map { run.session.syntax.print($0) }
    }
  }

  private func change(from before: [String?], _ run: DebuggedRun) -> String? {
    let after = values(run)
    guard before.count == after.count else { return nil }
    return zip(configuration.dataBreakpoints, zip(before, after)).lazy
      .filter { [self] in $1.0 != $1.1 && holds($0.condition, run) }
      .map { "\($0.path) changed from \($1.0 ?? "nothing") to \($1.1 ?? "nothing")" }.first
  }

  /// Goes back by one command, or to the last breakpoint before the present position.
  private func goBack(toBreakpoint: Bool) {
    guard let position = run?.position else { return }
    guard toBreakpoint else {
      replay(to: max(0, position - 1))
      return stop("step")
    }
    var last = (position: 0, reason: "entry", text: String?.none)
    let saved = interventions
    var before: [String?]?
    replay(to: position) { run in
      let change = before.flatMap { self.change(from: $0, run) }
      before = values(run)
      guard run.position > 0 else { return }
      if let change {
        last = (run.position, "data breakpoint", change)
      } else if isAtBreakpoint(run) {
        last = (run.position, "breakpoint", nil)
      }
    }
    interventions = saved
    replay(to: last.position)
    stop(last.reason, last.text)
  }

  /// Goes to a line: back by running again, or forth without running the commands between.
  private func jump(toLine line: Int) {
    guard let run, let script else { return }
    if line > run.nextLine ?? .max || run.nextLine == nil && line > script.lastLine {
      intervene(.skip(toLine: line))
      return stop("goto")
    }
    let before = script.steps.count { $0.lines.lowerBound < line }
    if line == run.nextLine { return stop("goto") }
    // Sourced commands count too, so the position of the line is found by running.
    var found: Int?
    let position = run.position
    replay(to: position) { run in
      if found == nil, !run.isInSourcedScript, run.nextLine == line { found = run.position }
    }
    replay(to: found ?? before)
    stop("goto")
  }

  private func intervene(_ kind: DebugIntervention.Kind) {
    guard let run else { return }
    let intervention = DebugIntervention(position: run.position, kind)
    interventions.append(intervention)
    run.apply(intervention)
    send(["type": "intervention", "value": intervention.json])
  }

  /// Reports that the script has stopped.
  private func stop(_ reason: String, _ text: String? = nil) {
    guard let run else { return }
    isPauseRequested = false
    let isFailure = reason == "exception"
    // After a failure, the next command is not the one that the user saw.
    hasStopped = !isFailure || run.failure == nil
    let line = isFailure ? run.failure?.line ?? run.mainLine : run.mainLine
    let sourced = isFailure ? nil : run.sourcedPosition
    send([
      "type": "stopped", "reason": .string(reason), "text": .optional(text),
      "line": .integer(line ?? script?.lastLine ?? 1), "position": .integer(run.position),
      "code": .optional(isFailure ? run.failure?.code : nil),
      "details": .optional(isFailure ? run.failure?.report : nil),
      "sourced": sourced.map {
        ["name": .string($0.name), "file": .optional($0.file), "line": .integer($0.line)]
      } ?? .null,
    ])
  }
}

extension Script {
  /// The line of the last command. 1 if there is none.
  var lastLine: Int { steps.last?.lines.lowerBound ?? 1 }
}
