import MachoScripting
import MachoSessions
import MachoValues

/// Where and why the script has stopped.
struct DebugStop {
  var reason: String
  var text: String?
  var line: Int
  var position: Int
  /// The next command of a sourced script. `file` is `nil` for a section of the script.
  var sourced: (name: String, file: String?, line: Int)?
  /// The code of the failure.
  var code: String?
  /// The report of the failure.
  var details: String?

  init(_ message: JSONValue) {
    reason = message["reason"]?.string ?? "step"
    text = message["text"]?.string
    line = message["line"]?.int ?? 1
    position = message["position"]?.int ?? 0
    if let source = message["sourced"], let name = source["name"]?.string {
      sourced = (name, source["file"]?.string, source["line"]?.int ?? 1)
    }
    code = message["code"]?.string
    details = message["details"]?.string
  }
}

/// The response to a request.
struct DebugResponse {
  private let request: JSONValue
  private let command: String
  private let send: ([JSONValue.Member]) -> Void

  init(request: JSONValue, command: String, send: @escaping ([JSONValue.Member]) -> Void) {
    self.request = request
    self.command = command
    self.send = send
  }

  func succeed(_ body: JSONValue? = nil) {
    send(members(success: true) + (body.map { [.init("body", $0)] } ?? []))
  }

  /// Fails with a message that the client shows.
  func fail(_ message: String) {
    send(
      members(success: false) + [
        .init("message", .string(message)),
        .init("body", ["error": ["id": 1, "format": .string(message), "showUser": true]]),
      ])
  }

  private func members(success: Bool) -> [JSONValue.Member] {
    [
      .init("type", "response"), .init("request_seq", request["seq"] ?? 0),
      .init("success", .bool(success)), .init("command", .string(command)),
    ]
  }
}

/// The script that is debugged.
struct DebuggedProgram {
  let path: String
  let text: String
  let isStrict: Bool
  let script: Script
  /// The line of the case to run, if the script is a specification. Default: that of a breakpoint.
  let line: Int?

  /// Returns the case that runs: the first at the line, or at the first breakpoint, or the first one.
  /// Returns `nil` if the script is not a specification.
  func specCase(_ breakpoints: [Int]) -> ScriptCase? {
    guard let spec = script.spec else { return nil }
    if let line { return spec.ownCases(at: line).first }
    return breakpoints.lazy.compactMap { spec.ownCases(at: $0).first }.first ?? spec.cases.first
  }

  /// The name of the file.
  var name: String { path.split(separator: "/").last.map(String.init) ?? path }

  /// Returns the line of the first command at or below a line. `nil` if there is none.
  func commandLine(atOrBelow line: Int) -> Int? {
    script.steps.lazy.map(\.lines.lowerBound).first { $0 >= line }
      ?? script.steps.last { $0.lines.contains(line) }?.lines.lowerBound
  }
}

extension Script {
  /// Returns the line at which a breakpoint at `line` stops: that of the command which contains the
  /// line or follows it, in the script or in the section that contains the line. `nil` if there is none.
  func breakpointLine(at line: Int) -> Int? {
    if let section = sections.last(where: { $0.line <= line }) {
      let script = try? ScriptParser.parse(Array(section.contents.utf8))
      return script?.breakpointLine(at: line - section.line).map { $0 + section.line }
    }
    return steps.first { $0.lines.upperBound > line }?.lines.lowerBound
  }
}

extension Script {
  /// Returns the feature that is open before the command at a line. Returns `nil` if the line is in a
  /// section, which several scripts can source.
  func feature(at line: Int, in catalog: [any DrivenFeature]) -> (any DrivenFeature)? {
    guard line < sections.first?.line ?? .max else { return nil }
    var feature: (any DrivenFeature)?
    for step in steps.prefix(while: { $0.lines.lowerBound < line }) {
      if step.line.has(.selectsStore) { return nil }
      feature = step.line.openedFeature(in: catalog) ?? feature
    }
    return feature
  }
}

/// What a client refers to with a `variablesReference`: a scope or a part of the state.
struct VariableReference {
  var scope: String
  var range: Range<Int>?
  /// The path of the part. Empty for a scope.
  var path: String
}
