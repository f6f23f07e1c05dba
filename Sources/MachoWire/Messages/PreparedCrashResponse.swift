import MachoMetadata
import MachoValues

/// What a client is told of a line at which its process ended.
///
/// A handler of a signal can make no answer, so one is made before each line runs, and nearly always
/// for nothing: it is laid out at once, without the values that other answers are made of.
enum PreparedCrashResponse {
  private static let code = "crashed"
  private static let sentence = "the feature trapped, or ended the process, at this line: "

  /// The error of a line.
  static func error(at line: String) -> WireError {
    WireError(.crashed, code, sentence + excerpt(of: line))
  }

  /// The bytes of `Response.text` with that error.
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
