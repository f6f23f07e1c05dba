import MachoValues

// What a client shows while the script is stopped.

extension DebugAdapter {
  func stackTrace(_ response: DebugResponse) {
    guard let program, let stop else {
      return response.succeed(["stackFrames": [], "totalFrames": 0])
    }
    let lines = program.script.source.lines
    let text = lines.indices.contains(stop.line - 1) ? lines[stop.line - 1].text : program.name
    var frames: [JSONValue] = [
      [
        "id": 1, "name": .string(text), "line": .integer(stop.line), "column": 1,
        "source": ["name": .string(program.name), "path": .string(program.path)],
      ]
    ]
    if let sourced = stop.sourced {
      // The commands of a section are lines of the script's file.
      let path = sourced.file ?? program.path
      frames.insert(
        [
          "id": 2, "name": .string(sourced.name), "line": .integer(sourced.line), "column": 1,
          "source": ["name": .string(sourced.name), "path": .string(path)],
        ], at: 0)
    }
    response.succeed([
      "stackFrames": .array(frames), "totalFrames": .integer(frames.count),
    ])
  }

  func scopes(_ response: DebugResponse) {
    ask([.init("kind", "scopes")]) { [self] scopes in
      let found = (scopes.array ?? []).map { scope -> JSONValue in
        let name = scope["name"]?.string ?? ""
        references.append(VariableReference(scope: name, range: nil, path: ""))
        return [
          "name": .string(name), "variablesReference": .integer(references.count),
          "namedVariables": scope["count"] ?? 0, "expensive": false,
        ]
      }
      response.succeed(["scopes": .array(found)])
    }
  }

  func variables(_ arguments: JSONValue, _ response: DebugResponse) {
    guard let reference = reference(in: arguments) else {
      return response.succeed(["variables": []])
    }
    ask([.init("kind", "variables")] + reference.members) { [self] entries in
      response.succeed([
        "variables": .array((entries.array ?? []).map { variable($0, in: reference) })
      ])
    }
  }

  private func variable(_ entry: JSONValue, in reference: VariableReference) -> JSONValue {
    let name = entry["name"]?.string ?? ""
    let path = reference.path(of: entry)
    var number = 0
    if entry["hasParts"]?.bool ?? false, let start = entry["start"]?.int,
      let end = entry["end"]?.int
    {
      references.append(
        VariableReference(scope: reference.scope, range: start..<end, path: path))
      number = references.count
    }
    var members: [JSONValue.Member] = [
      .init("name", .string(name)), .init("value", entry["value"] ?? ""),
      .init("variablesReference", .integer(number)),
    ]
    if reference.scope == DebuggedState.Scope.state.rawValue {
      members.append(.init("evaluateName", .string(path)))
    }
    return .object(members)
  }

  private func reference(in arguments: JSONValue) -> VariableReference? {
    guard let number = arguments["variablesReference"]?.int,
      references.indices.contains(number - 1)
    else { return nil }
    return references[number - 1]
  }

  func dataBreakpointInfo(_ arguments: JSONValue, _ response: DebugResponse) {
    let name = arguments["name"]?.string ?? ""
    guard arguments["variablesReference"]?.int ?? 0 > 0 else {
      return response.succeed(dataBreakpoint: name)
    }
    guard let reference = reference(in: arguments),
      reference.scope == DebuggedState.Scope.state.rawValue
    else { return response.succeed(dataBreakpoint: nil) }
    ask([.init("kind", "variables")] + reference.members) { entries in
      let entry = entries.array?.first { $0["name"]?.string == name }
      response.succeed(dataBreakpoint: entry.map { reference.path(of: $0) })
    }
  }

  func setVariable(_ arguments: JSONValue, _ response: DebugResponse) {
    guard let reference = reference(in: arguments) else {
      return response.fail("the variable does not exist any more")
    }
    let name = arguments["name"]?.string ?? ""
    // The ranges of the parts are those of the state's present text.
    ask([.init("kind", "variables")] + reference.members) { [self] entries in
      let entry = entries.array?.first { $0["name"]?.string == name }
      let value = arguments["value"] ?? ""
      ask([
        .init("kind", "set"), .init("scope", .string(reference.scope)),
        .init("name", .string(name)), .init("value", value),
        .init("start", entry?["start"] ?? .null), .init("end", entry?["end"] ?? .null),
      ]) { [self] result in
        if let error = result["error"]?.string { return response.fail(error) }
        output("\(result["line"]?.string ?? "")\n", "console")
        ask([.init("kind", "variables")] + reference.members) { [self] entries in
          let entry = entries.array?.first { $0["name"]?.string == name }
          response.succeed(["value": entry?["value"] ?? value])
          // All values may have changed.
          if reportsInvalidation { event("invalidated", ["areas": ["variables"]]) }
        }
      }
    }
  }

  func evaluate(_ arguments: JSONValue, _ response: DebugResponse) {
    let context = arguments["context"]?.string
    let mayChange = context == nil || context == "repl"
    guard stop != nil else { return response.fail("the script is running") }
    ask([
      .init("kind", "evaluate"), .init("text", arguments["expression"] ?? ""),
      .init("mayChange", .bool(mayChange)),
    ]) { result in
      guard result != .null else { return response.fail("the line crashed or did not stop") }
      let value = result["value"]?.string ?? ""
      if result["failed"]?.bool ?? true, !mayChange { return response.fail(value) }
      var members: [JSONValue.Member] = [
        .init("result", .string(value)), .init("variablesReference", 0),
      ]
      if let type = result["type"] { members.append(.init("type", type)) }
      response.succeed(.object(members))
    }
  }

  func completions(_ arguments: JSONValue, _ response: DebugResponse) {
    // Columns of the protocol count UTF-16 code units from 1.
    let document = TextDocument(arguments["text"]?.string ?? "")
    let column = (arguments["column"]?.int ?? 1) - 1
    let line = (arguments["line"]?.int ?? 1) - 1
    let offset = document.offset(of: TextPosition(line: line, character: column))
    ask([
      .init("kind", "complete"), .init("text", .string(document.text)),
      .init("column", .integer(offset)),
    ]) { found in
      let targets = (found.array ?? []).map { item -> JSONValue in
        let start = item["start"]?.int ?? 0
        let end = start + (item["length"]?.int ?? 0)
        let (from, to) = (document.position(of: start), document.position(of: end))
        return [
          "label": item["text"] ?? "", "detail": item["detail"] ?? "",
          "start": .integer(from.character), "length": .integer(to.character - from.character),
        ]
      }
      response.succeed(["targets": .array(targets)])
    }
  }

  func exceptionInfo(_ response: DebugResponse) {
    guard let stop, stop.reason == "exception" else {
      return response.fail("the script did not stop at a failure")
    }
    response.succeed([
      "exceptionId": .string(stop.code ?? "crashed"),
      "description": .string(stop.text ?? ""), "breakMode": "always",
      "details": ["message": .string(stop.details ?? stop.text ?? "")],
    ])
  }
}

extension DebugResponse {
  /// Answers with the path of the part of the state that a data breakpoint watches. `nil`: none can.
  fileprivate func succeed(dataBreakpoint path: String?) {
    guard let path else {
      return succeed([
        "dataId": .null, "description": "only parts of the state can be watched",
      ])
    }
    succeed(["dataId": .string(path), "description": .string(path), "accessTypes": ["write"]])
  }
}

extension VariableReference {
  /// The members of a message to the child process that name the part.
  fileprivate var members: [JSONValue.Member] {
    [
      .init("scope", .string(scope)),
      .init("start", range.map { .integer($0.lowerBound) } ?? .null),
      .init("end", range.map { .integer($0.upperBound) } ?? .null),
    ]
  }

  /// Returns the path of a part of this part, by its entry in the answer of the child process:
  /// `rows[0].isFavorite`.
  fileprivate func path(of entry: JSONValue) -> String {
    let name = entry["name"]?.string ?? ""
    let isSubscript = entry["isSubscript"]?.bool ?? false
    return path.isEmpty || isSubscript ? path + name : "\(path).\(name)"
  }
}
