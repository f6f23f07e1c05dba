import MachoScripting
import MachoSessions
import MachoValues

// Every verb of the language is a method. The most common ones have named parameters, whose names
// are part of the protocol, even those that equal verbs.

extension Method {
  /// The methods that run a line in a session.
  static let lineMethods: [Method] =
    verbsWithParameters + [run]
    + Command.all.filter { command in
      !(verbsWithParameters + [run]).contains { $0.name == command.verb }
    }
    .map { command in makeLineMethod(command) { _ in "" } }

  private static let verbsWithParameters: [Method] = [
    makeLineMethod(.send, "action"), makeLineMethod(.receive, "action"),
    makeLineMethod(.expect, "expression"),
    makeLineMethod(.stub, "stub"), makeLineMethod(.answer, "answer"),
    makeLineMethod(.advance, "by"),
    makeLineMethod(.settle, ["within"]) { parameters throws(WireError) in
      try parameters.text("within").map { "within \($0)" } ?? ""
    },
    makeLineMethod(
      .state, ["path"],
      building: { parameters throws(WireError) in
        try parameters.text("path") ?? ""
      }, adding: state),
    makeLineMethod(.effects, [], building: { _ in "" }, adding: effects),
    travel, record,
  ]

  /// Creates a method for a verb with one named parameter.
  private static func makeLineMethod(_ command: Command, _ name: String) -> Method {
    makeLineMethod(command, [name]) { parameters throws(WireError) in
      try parameters.text(name) ?? ""
    }
  }

  /// Creates a method for a verb whose arguments are built from parameters, or passed in
  /// `arguments`.
  private static func makeLineMethod(
    _ command: Command, _ names: [String] = [],
    building arguments: @escaping @Sendable (Parameters) throws(WireError) -> String,
    adding members: (@Sendable (Parameters, HostedSession) -> [JSONValue.Member])? = nil
  ) -> Method {
    let verb = command.verb
    return Method(verb, ["session", "arguments", "patch"] + names) { call throws(WireError) in
      let given = try call.parameters.text("arguments")
      if given != nil, let name = names.first(where: call.parameters.has) {
        throw .invalidParameter("'arguments' cannot be combined with '\(name)'")
      }
      var text = given ?? ""
      if given == nil { text = try arguments(call.parameters) }
      return try call.response(Line(command, normalizedLine(text))) { hosted in
        members?(call.parameters, hosted) ?? []
      }
    }
  }

  private static let run = Method(
    "run", ["session", "line", "script", "path", "context", "patch", "roles"]
  ) { call throws(WireError) in
    if try call.parameters.exactlyOne(["line", "script"]) == "script" {
      return try call.runScript()
    }
    if let name = ["path", "context"].first(where: call.parameters.has) {
      throw .invalidParameter("'\(name)' requires 'script'")
    }
    return try call.response(Line(normalizedLine(try call.parameters.requiredText("line")))) { _ in
      []
    }
  }

  // MARK: Methods with more parameters

  private static let state: @Sendable (Parameters, HostedSession) -> [JSONValue.Member] = {
    parameters, hosted in
    let path = try? parameters.text("path") ?? parameters.text("arguments")
    guard let value = try? hosted.session.value(atPath: path ?? "") else { return [] }
    return [
      .init("value", .string(hosted.session.syntax.print(value))),
      .init("json", hosted.session.syntax.json(of: value)),
    ]
  }

  private static let effects: @Sendable (Parameters, HostedSession) -> [JSONValue.Member] = {
    _, hosted in
    [.init("running", .array(hosted.session.effects.map(\.json)))]
  }

  private static let travel = Method(
    "travel", ["session", Command.undo.verb, Command.redo.verb, "to", "patch"]
  ) { call throws(WireError) in
    let name = try call.parameters.exactlyOne([Command.undo.verb, Command.redo.verb, "to"])
    let line =
      name == "to"
      ? Line(.goto, try call.parameters.requiredText(name))
      : Line(name == Command.undo.verb ? .undo : .redo, "\(try call.parameters.number(name) ?? 1)")
    return try call.response(line) { _ in [] }
  }

  /// The parameters of `record` that say what to do.
  private enum RecordOperation: String, CaseIterable {
    case arguments, start, stop, save, script, export
  }

  private static let record = Method(
    Command.record.verb,
    ["session", "patch", "file", "from", "to", "overwrite", "untested"]
      + RecordOperation.allCases.map(\.rawValue)
  ) { call throws(WireError) in
    let parameters = call.parameters
    let overwriting = try parameters.flag("overwrite") ? " --overwrite" : ""
    func file(_ name: String) throws(WireError) -> String {
      let path = try parameters.requiredText(name)
      guard !path.contains("\""), !path.contains(where: \.isNewline) else {
        throw .invalidParameter("'\(name)' must be a file name without quotes and newlines")
      }
      return "\"\(path)\""
    }
    let name = try parameters.exactlyOne(RecordOperation.allCases.map(\.rawValue))
    let operation = RecordOperation(rawValue: name)
    let unused: [RecordOperation: [String]] = [
      .export: ["from", "to", "untested"], .save: ["file", "untested"],
      .start: ["file", "from", "to", "untested"], .script: ["file", "from", "to", "overwrite"],
    ]
    try parameters.reject(
      operation.flatMap { unused[$0] } ?? ["file", "from", "to", "overwrite", "untested"],
      with: name)
    switch operation {
    case .arguments:
      return try call.response(Line(.record, try parameters.requiredText("arguments"))) { _ in [] }
    case .start:
      return try call.response(Line(.record, "start \(try file("start"))\(overwriting)")) { _ in []
      }
    case .stop: return try call.response(Line(.record, "stop")) { _ in [] }
    case .save:
      let points = [try parameters.text("from"), try parameters.text("to")].compactMap { $0 }
      let arguments = ([try file("save")] + points).joined(separator: " ") + overwriting
      return try call.response(Line(.save, arguments)) { _ in [] }
    case .script:
      let hosted = try call.session()
      var result = LineResult(session: hosted.name)
      hosted.addStatus(&result)
      let recording = hosted.recording
      let script: (text: String, notes: [String]) =
        try parameters.flag("untested")
        ? (text: recording.scriptText, notes: []) : recording.testedScript()
      result.extraMembers = [.init("script", .string(script.text))]
      if !script.notes.isEmpty {
        result.extraMembers.append(.init("notes", .array(script.notes.map { .string($0) })))
      }
      return result.json
    case .export, nil:
      let format = try parameters.requiredText("export")
      guard parameters.has("file") else {
        try parameters.reject(["overwrite"], with: "export")
        var result = try call.run(Line(.export, format))
        let text = result.lines.map { $0.text + "\n" }.joined()
        result.extraMembers = [.init("text", .string(text))]
        return result.json
      }
      return try call.response(Line(.export, "\(format) \(try file("file"))\(overwriting)")) { _ in
        []
      }
    }
  }
}

extension InFlightRequest {
  /// Runs a line and throws its error if it fails.
  func run(_ line: Line) throws(WireError) -> LineResult {
    let hosted = try session()
    let includesRoles = try parameters.flag("roles")
    var result = host.run(line, in: hosted, for: self, patching: try parameters.flag("patch"))
    result.includesRoles = includesRoles
    if let failure = result.failure { throw result.error(failure) }
    return result
  }

  /// Runs a line and adds members to its result.
  fileprivate func response(
    _ line: Line, adding members: (HostedSession) -> [JSONValue.Member]
  ) throws(WireError) -> JSONValue {
    let hosted = try session()
    var result = try run(line)
    result.extraMembers = members(hosted)
    return result.json
  }
}

extension RunningEffect {
  /// The effect in a message.
  fileprivate var json: JSONValue {
    let syntax = ValueSyntax()
    var members: [JSONValue.Member] = [
      .init("id", .integer(id)), .init("name", .string(name)), .init("origin", .string(origin)),
      .init("location", .string(location.description)), .init("age", .string(syntax.print(age))),
    ]
    switch status {
    case .asleep(let duration):
      members += [.init("status", "asleep"), .init("wakes", .string(syntax.print(duration)))]
    case .waiting(let target):
      members += [.init("status", "waiting"), .init("waitsFor", .string(target))]
    case .external: members.append(.init("status", "external"))
    }
    return .object(members)
  }
}
