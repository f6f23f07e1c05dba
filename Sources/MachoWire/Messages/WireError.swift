import MachoSessions
import MachoValues

/// The error of a request, independent of the dialect.
package struct WireError: Error, Equatable, Sendable {
  /// The JSON-RPC error number.
  package enum Kind: Int, Sendable {
    /// The message is not JSON.
    case parseError = -32700
    /// The message is JSON but not a request.
    case invalidRequest = -32600
    /// The method does not exist.
    case methodNotFound = -32601
    /// The parameters do not fit the method.
    case invalidParams = -32602
    /// A line failed.
    case lineFailed = -32000
    /// A limit was reached.
    case limitExceeded = -32001
    /// The session does not exist, or has another feature open.
    case sessionNotFound = -32002
    /// The request was cancelled before it ran.
    case cancelled = -32003
    /// The feature crashed or exited the process.
    case crashed = -32004
    /// The client requests an unsupported protocol version.
    case unsupportedVersion = -32005
  }

  /// The kind of error.
  package var kind: Kind
  /// The stable code for clients.
  package var code: String
  /// A sentence that describes the error.
  package var message: String
  /// The range in the line, in bytes.
  package var range: Range<Int>?
  /// Suggested replacements, best first.
  package var candidates: [String] = []
  /// Further information and advice.
  package var notes: [String] = []
  /// What a prompt would print.
  package var output: [String] = []
  /// What the line did despite the error.
  package var result: JSONValue?

  /// Creates an error.
  package init(_ kind: Kind, _ code: String, _ message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  /// Creates an error from a line's diagnostic.
  init(_ diagnostic: Diagnostic, _ kind: Kind = .lineFailed) {
    self.init(kind, diagnostic.code.rawValue, diagnostic.message)
    range = diagnostic.range
    candidates = diagnostic.candidates
    notes = diagnostic.notes
  }

  /// The error object of a response.
  var json: JSONValue {
    var data: [JSONValue.Member] = [.init("code", .string(code))]
    if let range {
      data.append(.init("range", [.integer(range.lowerBound), .integer(range.upperBound)]))
    }
    if !candidates.isEmpty {
      data.append(.init("candidates", .array(candidates.map(JSONValue.string))))
    }
    if !notes.isEmpty { data.append(.init("notes", .array(notes.map(JSONValue.string)))) }
    if !output.isEmpty { data.append(.init("output", .array(output.map(JSONValue.string)))) }
    if let result { data.append(.init("result", result)) }
    return ["code": .integer(kind.rawValue), "message": .string(message), "data": .object(data)]
  }
}

extension WireError {
  /// The request was cancelled before it ran.
  static let cancelled = WireError(
    .cancelled, "cancelled", "the request was cancelled before it ran")

  /// Returns an error for a parameter that is missing or has the wrong type.
  static func invalidParameter(_ message: String) -> WireError {
    WireError(.invalidParams, "bad-parameters", message)
  }
}
