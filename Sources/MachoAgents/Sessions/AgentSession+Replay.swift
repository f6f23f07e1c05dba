import MachoScripting
import MachoSessions
import MachoValues

extension AgentSession {
  /// A session whose lines ran again, without those that did nothing.
  struct Replay {
    /// The script with the output and the added lines. Empty if one of them failed.
    var script = ""
    /// Which lines of the script cannot be repeated, and why.
    var notes: [String] = []
    /// The lines of the session, without those that opened it. A line that failed expects its failure.
    var lines: [Line]
    /// The number of lines that were left out.
    var omitted: Int
    /// The failures of the added lines, by their index.
    var failures: [(index: Int, failure: ToolFailure)]
  }

  /// Runs the lines that did something again in a new process, and then other lines. Returns `nil` if
  /// that leads to another state, or if the session must not be repeated.
  func replay(adding added: [Line], _ cancellation: CallCancellation) -> Replay? {
    guard isRepeatable, let (connection, opened) = try? Self.open(host, opening) else { return nil }
    defer { connection.terminate() }
    let session = JSONValue.Member("session", opened["session"] ?? .null)
    func call(_ method: String, _ parameters: [JSONValue.Member]) -> WireReply {
      connection.call(method, [session] + parameters, limit: host.lineLimit, cancellation)
    }
    let remembered = rememberedLines
    var needed: [Line] = []
    for line in remembered.filter(\.isNeeded).map(\.line) {
      switch call("run", [.init("line", .string(line.text))]) {
      case .result: needed.append(line)
      case .refused(let error): needed.append(line.expecting(ToolFailure(error).code))
      case .crashed, .timedOut: return nil
      }
    }
    guard let end = SessionEnd(call), end.isSame(as: SessionEnd { self.call($0, $1) }) else {
      return nil
    }
    var replay = Replay(
      lines: needed, omitted: remembered.count - needed.count, failures: [])
    for (index, line) in added.enumerated() {
      switch call("run", [.init("line", .string(line.text))]) {
      case .result: continue
      case .refused(let error): replay.failures.append((index, ToolFailure(error)))
      case .crashed, .timedOut:
        replay.failures.append((index, ToolFailure("crashed", "the feature ended its process")))
        return replay
      }
    }
    guard replay.failures.isEmpty else { return replay }
    let script = JSONValue.Member("script", true)
    let reply = connection.call("record", [session, script], limit: Self.recordLimit, cancellation)
    guard case .result(let recorded) = reply else { return nil }
    (replay.script, replay.notes) = recorded.recordedScript
    return replay
  }

  /// How long the script of a session may be tested, several times if lines cannot be repeated.
  static var recordLimit: Duration { .seconds(600) }

  /// Returns a script that fails until lines hold that do not hold now. It has no output of the defect, and
  /// no assertions but these.
  func defectScript(_ replay: Replay, adding added: [Line]) -> String {
    let reasons = replay.failures.map { added[$0.index].text }
    let assertions: Command.Traits = [.asserts, .assertsEnd]
    let lines = replay.lines.filter { $0.command?.traits.isDisjoint(with: assertions) ?? true }
    // What else a mended feature receives, or leaves in flight, does not matter.
    let opening = openingLines + [Line(.exhaustive, "off")]
    let commands = lines + [Line(.skip, "received")] + added
    var text = ["#!macho \(Script.version)"]
    text += reasons.map { "# fails until this holds: \($0)" }
    text += opening.map(\.text)
    text.append("")
    text += commands.map(\.text)
    return text.joined(separator: "\n") + "\n"
  }

  /// The lines of a script that open the session's feature.
  private var openingLines: [Line] {
    func text(_ name: String) -> String? { opening.first { $0.key == name }?.value.string }
    var lines: [Line] = []
    if let context = text("context"), context != RunContext.test.rawValue {
      lines.append(Line(.context, context))
    }
    if let feature = text("feature") { lines.append(Line(.feature, feature)) }
    if let start = text("start") { lines.append(Line(.start, start)) }
    let stubs = opening.first { $0.key == "stubs" }?.value.array ?? []
    return lines + stubs.compactMap(\.string).map { Line(.stub, $0) }
  }
}

extension Line {
  /// Returns the line with the failure that a script must expect. A property that failed is not declared
  /// there.
  fileprivate func expecting(_ code: String) -> Line {
    guard conditions.isEmpty, expectedFailure == nil, code != "property-failed" else { return self }
    return Line("! [\(code)] \(text)")
  }
}

/// What a session has come to.
private struct SessionEnd {
  private let status: SessionStatus
  private let state: String?

  /// Asks a session by calls of its methods. `nil` if it does not answer.
  init?(_ call: (String, [JSONValue.Member]) -> WireReply) {
    // The whole state, whatever its size.
    let parameters: [JSONValue.Member] = [.init("script", true), .init("untested", true)]
    guard case .result(let recorded) = call("record", parameters),
      case .result(let value) = call("parts", [.init("limit", .integer(1 << 30))])
    else { return nil }
    status = SessionStatus(recorded)
    state = value["value"]?.string
  }

  func isSame(as other: SessionEnd?) -> Bool {
    status == other?.status && state == other?.state
  }
}

extension JSONValue {
  /// The script of a `record` response, with the lines of it that cannot be repeated.
  var recordedScript: (text: String, notes: [String]) {
    (self["script"]?.string ?? "", self["notes"]?.array?.compactMap(\.string) ?? [])
  }
}
