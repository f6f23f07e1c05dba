import MachoScripting
import MachoSessions
import MachoValues

// Launching, breakpoints and running.

extension DebugAdapter {
  func initialize(_ arguments: JSONValue, _ response: DebugResponse) {
    positions = ClientPositions(arguments)
    reportsInvalidation = arguments["supportsInvalidatedEvent"]?.bool ?? false
    let filters: [JSONValue] =
      [
        [
          "filter": "all", "label": "Every failure", "default": true,
          "description": "Stops at every command that fails and at every mismatch",
          "supportsCondition": true,
          "conditionDescription": "Codes, such as: expect-failed unstubbed",
        ],
        ["filter": "mismatch", "label": "mismatch", "default": false],
      ]
      + DiagnosticCode.assertionCodes.map { entry in
        [
          "filter": .string(entry.code.rawValue), "label": .string(entry.code.rawValue),
          "description": .string(entry.meaning), "default": false,
        ]
      }
    response.succeed([
      "supportsConfigurationDoneRequest": true,
      "supportsConditionalBreakpoints": true,
      "supportsEvaluateForHovers": true,
      "exceptionBreakpointFilters": .array(filters),
      "supportsExceptionFilterOptions": true,
      "supportsStepBack": true,
      "supportsSetVariable": true,
      "supportsRestartRequest": true,
      "supportsGotoTargetsRequest": true,
      "supportsCompletionsRequest": true,
      "supportsExceptionInfoRequest": true,
      "supportsTerminateRequest": true,
      "supportsDataBreakpoints": true,
      "supportsBreakpointLocationsRequest": true,
    ])
    configuration.failureCodes = nil
    event("initialized")
  }

  func launch(_ arguments: JSONValue, _ response: DebugResponse) {
    guard let text = arguments["program"]?.string else {
      return response.fail("'program' is missing: the path of a script")
    }
    let location = ScriptLocation(text)
    let path = location.path
    do {
      let bytes = try ScriptFiles.read(path)
      let script = try ScriptParser.parse(bytes)
      program = DebuggedProgram(
        path: path, text: String(decoding: bytes, as: UTF8.self),
        isStrict: arguments["strict"]?.bool ?? false, script: script, line: location.line)
      if let line = location.line, script.spec?.ownCases(at: line).isEmpty ?? true {
        program = nil
        return response.fail("no case of a specification is at line \(line) of \(path)")
      }
    } catch let errors as ScriptParseErrors {
      return response.fail(errors.text(path: path))
    } catch { return response.fail("\(error)") }
    stopsOnEntry = arguments["stopOnEntry"]?.bool ?? false
    if arguments["noDebug"]?.bool ?? false { configuration.failureCodes = [] }
    updateConfiguration()
    response.succeed()
    event("process", ["name": .string(program?.name ?? path), "startMethod": "launch"])
    startIfReady()
  }

  func finishConfiguration(_ response: DebugResponse) {
    isConfigured = true
    response.succeed()
    startIfReady()
  }

  /// Starts the script after both `launch` and `configurationDone`.
  private func startIfReady() {
    guard isConfigured, program != nil, !hasStarted, start() else { return }
    hasStarted = true
    event("thread", ["reason": "started", "threadId": 1])
    if stopsOnEntry {
      child?.send(["type": "restore", "position": 0, "reason": "entry"])
    } else {
      child?.send(["type": "run", "mode": "proceed"])
    }
  }

  /// Reads the file again and runs it from its start.
  func restart(_ arguments: JSONValue, _ response: DebugResponse) {
    guard let program else { return response.fail("nothing was launched") }
    do {
      let bytes = try ScriptFiles.read(program.path)
      self.program = DebuggedProgram(
        path: program.path, text: String(decoding: bytes, as: UTF8.self),
        isStrict: program.isStrict, script: try ScriptParser.parse(bytes), line: program.line)
    } catch let errors as ScriptParseErrors {
      return response.fail(errors.text(path: program.path))
    } catch { return response.fail("\(error)") }
    interventions = []
    response.succeed()
    hasStarted = false
    startIfReady()
  }

  /// Sends a request to run, forth or back, to the child process.
  func resume(_ message: JSONValue, _ response: DebugResponse, _ body: JSONValue? = nil) {
    guard let child, let stop else { return response.fail("the script is not stopped") }
    self.stop = nil
    references = []
    response.succeed(body)
    if message["type"]?.string == "goBack" {
      interventions.removeAll { $0.position >= stop.position }
    }
    child.send(message)
  }

  func pause(_ response: DebugResponse) {
    response.succeed()
    // A line of the user may not end either. The child process reads nothing until then.
    guard stop == nil else {
      if !questions.isEmpty { pauseDeadline = .now }
      return
    }
    guard let child else { return }
    child.send(["type": "pause"])
    pauseDeadline = .now + .seconds(1)
  }

  func gotoTargets(_ arguments: JSONValue, _ response: DebugResponse) {
    guard let program, let line = arguments["line"]?.int,
      let target = program.commandLine(atOrBelow: line)
    else { return response.succeed(["targets": []]) }
    let text = program.script.source.lines[target - 1].text
    response.succeed([
      "targets": [["id": .integer(target), "label": .string(text), "line": .integer(target)]]
    ])
  }

  func goToTarget(_ arguments: JSONValue, _ response: DebugResponse) {
    guard let target = arguments["targetId"]?.int, program?.commandLine(atOrBelow: target) == target
    else { return response.fail("no command begins at this line") }
    resume(["type": "jump", "line": .integer(target)], response)
  }

  // MARK: Breakpoints

  func setBreakpoints(_ arguments: JSONValue, _ response: DebugResponse) {
    let path = DocumentPath.withoutLinks(arguments["source"]?["path"]?.string ?? "")
    let wanted = arguments["breakpoints"]?.array ?? []
    let script =
      program.map { DocumentPath.withoutLinks($0.path) } == path
      ? program?.script : (try? ScriptFiles.read(path)).flatMap { try? ScriptParser.parse($0) }
    var found: [DebugConfiguration.Breakpoint] = []
    let results = wanted.map { breakpoint -> JSONValue in
      let line = breakpoint["line"]?.int ?? 1
      func reject(_ message: String) -> JSONValue {
        ["verified": false, "line": .integer(line), "message": .string(message)]
      }
      guard let command = script?.breakpointLine(at: line) else {
        return reject("no command at or below this line")
      }
      let condition = Self.condition(of: breakpoint)
      let feature = script?.feature(at: command, in: catalog)
      if let error = Self.error(in: condition, feature) { return reject(error) }
      found.append(.init(path: path, line: command, condition: condition))
      return ["verified": true, "line": .integer(command)]
    }
    breakpoints[path] = found
    updateConfiguration()
    response.succeed(["breakpoints": .array(results)])
  }

  func setExceptionBreakpoints(_ arguments: JSONValue, _ response: DebugResponse) {
    var codes: Set<String> = []
    var stopsAtAll = false
    for filter in (arguments["filters"]?.array ?? []).compactMap(\.string) {
      if filter == "all" { stopsAtAll = true } else { codes.insert(filter) }
    }
    for option in arguments["filterOptions"]?.array ?? [] {
      let filter = option["filterId"]?.string ?? ""
      let condition = option["condition"]?.string ?? ""
      if filter != "all" {
        codes.insert(filter)
      } else if condition.isEmpty {
        stopsAtAll = true
      } else {
        codes.formUnion(condition.split { $0 == " " || $0 == "," }.map(String.init))
      }
    }
    configuration.failureCodes = stopsAtAll ? nil : codes
    updateConfiguration()
    response.succeed()
  }

  func setDataBreakpoints(_ arguments: JSONValue, _ response: DebugResponse) {
    var found: [DebugConfiguration.DataBreakpoint] = []
    let results = (arguments["breakpoints"]?.array ?? []).map { breakpoint -> JSONValue in
      let (path, condition) = (
        breakpoint["dataId"]?.string ?? "", Self.condition(of: breakpoint)
      )
      let isPath = (try? ValuePath(reading: path[...])) != nil
      let error = isPath ? Self.error(in: condition, nil) : "'\(path)' is not a path"
      if let error { return ["verified": false, "message": .string(error)] }
      found.append(.init(path: path, condition: condition))
      return ["verified": true]
    }
    configuration.dataBreakpoints = found
    updateConfiguration()
    response.succeed(["breakpoints": .array(results)])
  }

  private static func condition(of breakpoint: JSONValue) -> String? {
    breakpoint["condition"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns what is wrong with a condition. Without a feature its names are checked when it is
  /// evaluated.
  private static func error(in condition: String?, _ feature: (any DrivenFeature)?) -> String? {
    guard let condition else { return nil }
    do {
      let comparison = try Comparison(reading: condition[...])
      if let feature { try comparison.check(in: feature) }
      return nil
    } catch { return "the condition is invalid: \(error.message)" }
  }

  func breakpointLocations(_ arguments: JSONValue, _ response: DebugResponse) {
    let first = arguments["line"]?.int ?? 1
    let last = arguments["endLine"]?.int ?? first
    let lines = (program?.script.steps ?? []).map(\.lines.lowerBound).filter {
      first <= $0 && $0 <= last
    }
    response.succeed(["breakpoints": .array(lines.map { ["line": .integer($0)] })])
  }

  private func updateConfiguration() {
    configuration.breakpoints = breakpoints.values.flatMap(\.self)
    child?.send(configuration.json)
  }
}
