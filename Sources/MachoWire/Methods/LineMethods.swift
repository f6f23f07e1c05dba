import MachoSessions
import MachoValues

// Every verb of the language is a method; those that are used most have names for what they take.

extension Method {
  /// What runs a line in a session.
  static let ofLines: [Method] =
    named + [run]
    + Command.all.map(\.verb).filter { verb in !(named + [run]).contains { $0.name == verb } }
    .map { verb in line(verb) { _ in "" } }

  private static let named: [Method] = [
    line("send", "action"), line("receive", "action"), line("expect", "that"),
    line("stub", "stub"), line("answer", "answer"), line("advance", "by"),
    line("settle", ["within"]) { parameters throws(WireError) in
      try parameters.text("within").map { "within \($0)" } ?? ""
    },
    line(
      "state", ["path"],
      spelled: { parameters throws(WireError) in
        try parameters.text("path") ?? ""
      }, telling: state),
    line("effects", [], spelled: { _ in "" }, telling: effects),
    travel, record,
  ]

  /// A verb whose one argument has a name.
  private static func line(_ verb: String, _ name: String) -> Method {
    line(verb, [name]) { parameters throws(WireError) in try parameters.text(name) ?? "" }
  }

  /// A verb whose arguments are spelled from parameters, or stand in `arguments`.
  private static func line(
    _ verb: String, _ names: [String] = [],
    spelled arguments: @escaping @Sendable (Parameters) throws(WireError) -> String,
    telling: (@Sendable (Parameters, HostedSession) -> [JSONValue.Member])? = nil
  ) -> Method {
    Method(verb, ["session", "arguments", "patch"] + names) { call throws(WireError) in
      let given = try call.parameters.text("arguments")
      if given != nil, let name = names.first(where: call.parameters.has) {
        throw .parameter("'arguments' and '\(name)' say the same")
      }
      var text = given ?? ""
      if given == nil { text = try arguments(call.parameters) }
      return try call.answer(text.isEmpty ? verb : "\(verb) \(text)") { hosted in
        telling?(call.parameters, hosted) ?? []
      }
    }
  }

  private static let run = Method(
    "run", ["session", "line", "script", "path", "context", "patch"]
  ) { call throws(WireError) in
    if try call.parameters.only(["line", "script"]) == "script" { return try call.runScript() }
    if let name = ["path", "context"].first(where: call.parameters.has) {
      throw .parameter("'\(name)' goes with 'script'")
    }
    return try call.answer(try call.parameters.requiredText("line")) { _ in [] }
  }

  // MARK: Methods with more to say

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
    "travel", ["session", "undo", "redo", "to", "patch"]
  ) { call throws(WireError) in
    let line: String
    switch try call.parameters.only(["undo", "redo", "to"]) {
    case "undo": line = "undo \(try call.parameters.number("undo") ?? 1)"
    case "redo": line = "redo \(try call.parameters.number("redo") ?? 1)"
    default: line = "goto \(try call.parameters.requiredText("to"))"
    }
    return try call.answer(line) { _ in [] }
  }

  private static let record = Method(
    "record",
    [
      "session", "arguments", "patch", "start", "stop", "save", "script", "export", "file", "from",
      "to", "overwrite",
    ]
  ) { call throws(WireError) in
    let parameters = call.parameters
    let overwriting = try parameters.flag("overwrite") ? " --overwrite" : ""
    func file(_ name: String) throws(WireError) -> String {
      let path = try parameters.requiredText(name)
      guard !path.contains("\""), !path.contains(where: \.isNewline) else {
        throw .parameter("'\(name)' is the name of a file, without quotes and newlines")
      }
      return "\"\(path)\""
    }
    let asked = try parameters.only(["arguments", "start", "stop", "save", "script", "export"])
    let unused = ["export": ["from", "to"], "save": ["file"], "start": ["file", "from", "to"]]
    try parameters.refuse(unused[asked] ?? ["file", "from", "to", "overwrite"], with: asked)
    switch asked {
    case "arguments":
      return try call.answer("record \(try parameters.requiredText("arguments"))") { _ in [] }
    case "start":
      return try call.answer("record start \(try file("start"))\(overwriting)") { _ in [] }
    case "stop": return try call.answer("record stop") { _ in [] }
    case "save":
      let points = [try parameters.text("from"), try parameters.text("to")].compactMap { $0 }
      let line = (["save", try file("save")] + points).joined(separator: " ") + overwriting
      return try call.answer(line) { _ in [] }
    case "script":
      let hosted = try call.session()
      var result = LineResult(session: hosted.name)
      hosted.complete(&result)
      result.more = [.init("script", .string(hosted.recording.scriptText))]
      return result.json
    default:
      let format = try parameters.requiredText("export")
      guard parameters.has("file") else {
        try parameters.refuse(["overwrite"], with: "export")
        var result = try call.run("export \(format)")
        let text = result.output.map { $0 + "\n" }.joined()
        result.more = [.init("text", .string(text))]
        return result.json
      }
      return try call.answer("export \(format) \(try file("file"))\(overwriting)") { _ in [] }
    }
  }
}

extension Call {
  /// Runs a line, and fails where it does.
  func run(_ line: String) throws(WireError) -> LineResult {
    let hosted = try session()
    let result = host.run(line, in: hosted, for: self, patching: try parameters.flag("patch"))
    if let failure = result.failure { throw result.error(failure) }
    return result
  }

  /// Runs a line whose result has more in it than that of others.
  fileprivate func answer(
    _ line: String, telling: (HostedSession) -> [JSONValue.Member]
  ) throws(WireError) -> JSONValue {
    let hosted = try session()
    var result = try run(line)
    result.more = telling(hosted)
    return result.json
  }
}

extension RunningEffect {
  /// As a message has it.
  fileprivate var json: JSONValue {
    let syntax = ValueSyntax()
    var members: [JSONValue.Member] = [
      .init("id", .integer(id)), .init("name", .string(name)), .init("origin", .string(origin)),
      .init("place", .string(place)), .init("age", .string(syntax.print(age))),
    ]
    switch status {
    case .asleep(let duration):
      members += [.init("status", "asleep"), .init("wakes", .string(syntax.print(duration)))]
    case .waiting(let what):
      members += [.init("status", "waiting"), .init("waitsFor", .string(what))]
    case .outside: members.append(.init("status", "outside"))
    }
    return .object(members)
  }
}
