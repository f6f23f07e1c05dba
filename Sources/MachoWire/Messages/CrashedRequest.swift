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
  private var isText: Bool

  init(_ id: RequestID?, at line: String, to output: Int32, isText: Bool) {
    self.line = line.utf8.count > 200 ? String(line.prefix(200)) : line
    (self.output, self.id, self.isText) = (output, id, isText)
  }

  /// The request as bytes.
  package var bytes: [UInt8] {
    Array("\(output)\n\(isText ? "text" : "json")\n\((id?.json ?? .null).text)\n\(line)".utf8)
  }

  /// Decodes a request.
  package init?(bytes: [UInt8]) {
    let parts = String(decoding: bytes, as: UTF8.self)
      .split(separator: "\n", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count == 4, let output = Int32(parts[0]),
      let id = try? JSONValue(parsing: String(parts[2]))
    else { return nil }
    self.init(RequestID(id), at: String(parts[3]), to: output, isText: parts[1] == "text")
  }

  /// Returns the response with the reason of the crash.
  package func response(_ reason: Diagnostic, framing: Framing) -> [UInt8] {
    var error = WireError(
      .crashed, "crashed", "the feature trapped or exited the process at this line: " + line)
    error.notes = [reason.message] + reason.notes
    error.output = OutcomeFormatter.lines(for: Outcome(text: line, failure: reason))
      .map(OutputEscaping.encode)
    guard isText, case .text(let token)? = id else {
      return framing.bytes(of: Response.message(id, error))
    }
    return Array(TextResponse.text(token, error).utf8)
  }
}
