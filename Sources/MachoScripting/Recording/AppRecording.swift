import MachoSessions
import MachoSystem
import MachoValues

/// The lines that repeat an app's recording.
///
/// `.recording(to:as:)` writes JSON lines, which `Composable/Recording/RecordedEntry.swift` describes. A
/// script is accepted, too.
package struct AppRecording {
  /// A command, or a change that no action made.
  enum Content {
    case command(Line)
    case modification(diff: String)
  }

  /// The contents, with the number of the line in the file.
  private(set) var entries: [(content: Content, line: Int)] = []
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
      entries = script.steps.map { (.command($0.line), $0.lines.lowerBound) }
      return
    }
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    endsWithinEntry = lines.last?.isEmpty == false
    for (index, line) in lines.dropLast().enumerated() where !line.isEmpty {
      do {
        let entry = try JSONValue(parsing: line)
        entries += try Self.contents(of: entry, isFirst: index == 0).map { ($0, index + 1) }
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
}
