import MachoMetadata
import MachoValues

/// The response to a line that crashed the process.
///
/// PERFORMANCE: a signal handler cannot encode a response, so one is prepared before each line
/// runs, and nearly always discarded. It is written to bytes directly, without intermediate values.
enum PreparedCrashResponse {
  private static let code = "crashed"
  private static let sentence = "the feature trapped or exited the process at this line: "

  /// Returns the error for a line.
  static func error(at line: String) -> WireError {
    WireError(.crashed, code, sentence + excerpt(of: line))
  }

  /// Returns the bytes of `Response.message` with that error.
  static func bytes(_ id: RequestID?, at line: String) -> ByteBuffer {
    var bytes = ByteBuffer()
    bytes.append(#"{"jsonrpc":"2.0","id":"#)
    (id?.json ?? .null).write(to: &bytes)
    bytes.append(#","error":{"code":"#)
    bytes.append(decimal: WireError.Kind.crashed.rawValue)
    bytes.append(#","message":"#)
    JSONValue.write(sentence + excerpt(of: line), to: &bytes)
    bytes.append(#","data":{"code":"crashed"}}}"#)
    return bytes
  }

  private static func excerpt(of line: String) -> String {
    line.utf8.count > 200 ? String(line.prefix(200)) : line
  }
}
