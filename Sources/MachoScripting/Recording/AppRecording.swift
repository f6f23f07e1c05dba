import MachoSessions
import MachoSystem
import MachoValues

/// The lines that repeat an app's recording.
///
/// `.recording(to:as:)` writes JSON lines, which `Composable/Recording/RecordedEntry.swift` describes. A
/// script is accepted, too.
package struct AppRecording {
  /// An entry of a recording.
  enum Content {
    case command(Line)
    /// A change that no action made.
    case modification(diff: String)
    /// A call of a synchronous endpoint with its response.
    case call(String, Response)
    /// The reason why a script may differ.
    case remark(String)
  }

  /// What a synchronous call returned or threw, as a `stub` line has it.
  struct Response {
    var text: String
    var isValue: Bool
  }

  /// The contents, each with the number of the line in the file, and with the time since the first action in
  /// milliseconds, if it is known.
  private(set) var entries: [(content: Content, line: Int, time: Int?)] = []
  /// Whether the file ends within an entry, because the app was ended while it wrote.
  private(set) var endsWithinEntry = false

  /// Whether a file is a recording in JSON lines.
  package static func isRecording(_ bytes: [UInt8]) -> Bool {
    guard let entry = try? JSONValue(parsing: firstLine(of: bytes)) else { return false }
    return entry["macho"]?.int != nil && entry["feature"] != nil
  }

  /// Reads a recording. Throws if a line is not an entry.
  ///
  /// - Parameter path: The path for errors.
  package init(_ bytes: [UInt8], path: String) throws {
    guard bytes.first == UInt8(ascii: "{") else {
      let script = try ScriptParser.parse(bytes)
      entries = script.steps.map { (.command($0.line), $0.lines.lowerBound, nil) }
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    endsWithinEntry = lines.last?.isEmpty == false
    for (index, line) in lines.dropLast().enumerated() where !line.isEmpty {
      do {
        let entry = try JSONValue(parsing: line)
        let time = entry["time"]?.int
        entries += try Self.contents(of: entry, isFirst: index == 0).map {
          ($0, index + 1, time)
        }
      } catch {
        let reason = (error as? ValueError)?.message ?? (error as? Invalid)?.reason ?? "\(error)"
        throw FileError("read", path, reason: "line \(index + 1): \(reason)")
      }
    }
  }

  private struct Invalid: Error {
    var reason: String
  }

  private static func firstLine(of bytes: [UInt8]) -> ArraySlice<UInt8> {
    bytes.prefix { $0 != UInt8(ascii: "\n") }
  }

  /// The version of the format.
  private static let version = 1

  private static func contents(of entry: JSONValue, isFirst: Bool) throws -> [Content] {
    if isFirst {
      guard let version = entry["macho"]?.int, let feature = entry["feature"]?.string,
        let state = entry["state"]?.string
      else {
        throw Invalid(reason: "not the beginning of a recording: 'macho', 'feature', 'state'")
      }
      guard version == Self.version else {
        throw Invalid(
          reason: "version \(version) of the format is not supported, only \(Self.version)")
      }
      return try [command("feature", feature), command("start", state)]
    }
    if let diff = entry["modification"]?.string { return [.modification(diff: diff)] }
    if let text = entry["remark"]?.string { return [.remark(text)] }
    if let answer = entry["answer"]?.string { return [try command("answer", answer)] }
    if let call = entry["call"]?.string {
      guard let text = entry["returned"]?.string ?? entry["threw"]?.string else {
        throw Invalid(reason: "a 'call' without a response")
      }
      return [.call(call, Response(text: text, isValue: entry["returned"] != nil))]
    }
    guard let action = entry["action"]?.string else {
      throw Invalid(reason: "neither an 'action' nor a 'modification'")
    }
    let values = entry["values"]
    let stubs = [
      ("uuid", (values?["uuid"]?.array ?? []).map { "UUID(\($0.text))" }),
      (
        "date.now",
        (values?["date"]?.array ?? []).map {
          "Date(timeIntervalSinceReferenceDate: \($0.string ?? $0.text))"
        }
      ),
      ("random", (values?["random"]?.array ?? []).map(\.text)),
    ]
    return try stubs.filter { !$0.1.isEmpty }.map { endpoint, values in
      try command("stub", "\(endpoint) -> \(values.joined(separator: ", then "))")
    } + [command("send", action)]
  }

  private static func command(_ verb: String, _ arguments: String) throws -> Content {
    .command(try Line(parsing: verb + " " + arguments))
  }

  /// The synchronous calls, each once, with the arguments of a `stub` line that repeats its responses.
  var synchronousCalls: [(call: String, stub: String)] {
    var order: [String] = []
    var responses: [String: [Response]] = [:]
    for case .call(let call, let response) in entries.map({ $0.content }) {
      if responses[call] == nil { order.append(call) }
      responses[call, default: []].append(response)
    }
    return order.map { call in
      let all = responses[call] ?? []
      let arrow = all.first?.isValue == true ? "-> " : ""
      return (call, "\(call) \(arrow)\(all.map(\.text).joined(separator: ", then "))")
    }
  }
}
