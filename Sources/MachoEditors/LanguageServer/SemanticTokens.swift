import MachoValues

/// The semantic tokens of a document.
enum SemanticTokens {
  /// The names of the token types. The encoded number is the index.
  static let types = ScriptToken.Kind.allCases.map(\.rawValue)

  static var legend: JSONValue {
    [
      "tokenTypes": .array(types.map { .string($0) }),
      "tokenModifiers": ["declaration"],
    ]
  }

  /// Returns the tokens in the relative encoding of the protocol.
  static func json(of document: OpenDocument) -> JSONValue {
    var data: [JSONValue] = []
    var last = TextPosition(line: 0, character: 0)
    for token in document.tokens {
      let range = document.range(of: token)
      guard let type = ScriptToken.Kind.allCases.firstIndex(of: token.kind),
        range.end.line == range.start.line, range.end.character > range.start.character
      else { continue }
      let isSameLine = range.start.line == last.line
      var isDeclaration = false
      if case .definesVariable = token.role { isDeclaration = true }
      data += [
        .integer(range.start.line - last.line),
        .integer(range.start.character - (isSameLine ? last.character : 0)),
        .integer(range.end.character - range.start.character),
        .integer(type), .integer(isDeclaration ? 1 : 0),
      ]
      last = range.start
    }
    return ["data": .array(data)]
  }
}
