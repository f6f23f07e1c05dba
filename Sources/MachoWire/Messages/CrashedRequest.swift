import MachoReporting
import MachoSessions
import MachoValues

/// The request whose line is running, for its response if the line crashes the process.
///
/// A signal handler can only write bytes that were prepared before. So the handler writes this
/// request, and the next run of the program answers it.
package struct CrashedRequest: Equatable, Sendable {
  /// The descriptor of the client.
  package var output: Int32
  /// The beginning of the running line.
  package var line: String
  private var id: RequestID?
  /// How messages to the client are delimited. `nil` in the text mode.
  private var framing: Framing?

  init(_ id: RequestID?, at line: String, to output: Int32, framing: Framing?) {
    self.line = line.utf8.count > 200 ? String(line.prefix(200)) : line
    (self.output, self.id, self.framing) = (output, id, framing)
  }

  /// The request as bytes.
  package var bytes: [UInt8] {
    Array("\(output)\n\(framing?.rawValue ?? "")\n\((id?.json ?? .null).text)\n\(line)".utf8)
  }

  /// Decodes a request.
  package init?(bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let output = Int32(parts[0]),
      let id = try? JSONValue(parsing: String(parts[2]))
    else { return nil }
    self.init(
      RequestID(id), at: String(parts[3]), to: output, framing: Framing(rawValue: String(parts[1])))
  }

  /// Returns the response with the reason of the crash.
  package func response(_ reason: Diagnostic) -> [UInt8] {
    var error = WireError(
      .crashed, "crashed", "the feature trapped or exited the process at this line: " + line)
    error.notes = [reason.message] + reason.notes
    error.output = OutcomeFormatter.lines(for: Outcome(text: line, failure: reason))
      .map(OutputEscaping.encode)
    if let framing { return framing.bytes(of: Response.message(id, error)) }
    guard case .text(let token)? = id else { return [] }
    return Array(TextResponse.text(token, error).utf8)
  }
}
