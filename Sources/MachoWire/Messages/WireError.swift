import MachoReporting
import MachoSessions
import MachoValues

/// Why a request is not answered with a result, as facts: the two dialects write it their own way.
package struct WireError: Error, Equatable, Sendable {
  /// JSON-RPC's number for the kind of error.
  package enum Kind: Int, Sendable {
    /// The message is no JSON.
    case parseError = -32700
    /// It is JSON and no request.
    case invalidRequest = -32600
    /// There is no such method.
    case methodNotFound = -32601
    /// The parameters do not fit the method.
    case invalidParams = -32602
    /// A line failed.
    case lineFailed = -32000
    /// A limit is reached.
    case limitExceeded = -32001
    /// The session is not there, or is not what it was taken for.
    case sessionNotFound = -32002
    /// Somebody took the request back before it ran.
    case cancelled = -32003
    /// The feature ended the process.
    case crashed = -32004
    /// The client wants a version of the protocol that is not spoken here.
    case unsupportedVersion = -32005
  }

  /// What kind of error it is.
  package var kind: Kind
  /// The stable code that clients go by.
  package var code: String
  /// What is wrong, in a sentence.
  package var message: String
  /// Where in the line.
  package var range: Range<Int>?
  /// What might have been meant, best first.
  package var candidates: [String] = []
  /// What to do, and what else is known.
  package var notes: [String] = []
  /// What a prompt would print.
  package var output: [String] = []
  /// What the line did all the same.
  package var result: JSONValue?

  /// Makes an error from its facts.
  package init(_ kind: Kind, _ code: String, _ message: String) {
    self.kind = kind
    self.code = code
    self.message = message
  }

  /// The error of a line, as its diagnostic has it.
  init(_ diagnostic: Diagnostic, _ kind: Kind = .lineFailed) {
    self.init(kind, diagnostic.code.rawValue, diagnostic.message)
    range = diagnostic.range
    candidates = diagnostic.candidates
    notes = diagnostic.notes
  }

  /// The object of a response.
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
  /// Somebody took the request back.
  static let cancelled = WireError(
    .cancelled, "cancelled", "the request was cancelled before it ran")

  /// A parameter is missing or of the wrong type.
  static func invalidParameter(_ message: String) -> WireError {
    WireError(.invalidParams, "bad-parameters", message)
  }
}
