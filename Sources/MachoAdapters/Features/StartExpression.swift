import Foundation
import MachoMetadata
import MachoSessions

/// The `start:` argument of a registration, read from the source file.
///
/// Only the registration shows how the state is created: metadata has no initializers and no
/// defaults. An exported test repeats the argument if it is a call of the state's initializer with
/// literals. Otherwise the test creates the state from its properties.
struct StartExpression: Sendable {
  /// The file of the registration.
  let path: String
  /// The line of the parenthesis after `Feature`, from 1.
  let line: Int
  /// The column of the parenthesis in bytes, from 1.
  let column: Int

  /// Returns the argument. `nil` if the file is missing, or if the argument is more than a call with
  /// literals.
  func read(creating type: Any.Type) -> TestStoreSource.Start? {
    guard let data = FileManager.default.contents(atPath: path),
      let tokens = SourceTokens.inParentheses(of: Array(data), line: line, column: column)
    else { return nil }
    return Self.start(in: tokens, creating: type)
  }

  /// Returns the `start:` argument among the tokens of an argument list.
  static func start(in tokens: [SourceTokens.Token], creating type: Any.Type)
    -> TestStoreSource.Start?
  {
    guard let argument = argument("start", in: tokens) else { return nil }
    let name = TypeName.path(type)
    // In the code of a type, the name of a nested type needs no prefix.
    let spellings = name.indices.map { name[$0...].joined(separator: ".") } + [".init"]
    guard let opening = argument.firstIndex(of: .punctuation("(")),
      let spelling = spellings.firstIndex(of: argument[..<opening].map(\.spaced).joined())
    else { return nil }
    let rest = argument[opening...]
    guard closes(rest), let names = names(in: rest) else { return nil }
    let isPrefixed = spelling == 0 || spelling == name.count
    guard isPrefixed || !names.contains(where: { $0.first?.isUppercase == true }) else {
      return nil
    }
    return TestStoreSource.Start(
      text: name.joined(separator: ".") + rest.map(\.spaced).joined().trimmed, names: names,
      hasArguments: rest.count > 2)
  }

  /// Returns the tokens of an argument, without its label.
  private static func argument(
    _ label: String, in tokens: [SourceTokens.Token]
  ) -> [SourceTokens.Token]? {
    var depth = 0
    var found: [SourceTokens.Token]?
    for (index, token) in tokens.enumerated() {
      if ["(", "[", "{"].map(SourceTokens.Token.punctuation).contains(token) { depth += 1 }
      if [")", "]", "}"].map(SourceTokens.Token.punctuation).contains(token) { depth -= 1 }
      if depth == 0, found != nil, token == .punctuation(",") { return found }
      if found != nil { found?.append(token) }
      let isLabel =
        depth == 0 && index > 0 && token == .punctuation(":")
        && tokens[index - 1] == .identifier(label)
      if isLabel, found == nil { found = [] }
    }
    return found
  }

  /// Whether the first parenthesis closes with the last token.
  private static func closes(_ tokens: ArraySlice<SourceTokens.Token>) -> Bool {
    var depth = 0
    for (offset, token) in tokens.enumerated() {
      if token == .punctuation("(") { depth += 1 }
      if token == .punctuation(")") { depth -= 1 }
      if depth == 0 { return offset == tokens.count - 1 }
    }
    return false
  }

  /// Returns the types and implicit members. `nil` if the tokens contain more than labels, literals,
  /// types and members.
  private static func names(in tokens: ArraySlice<SourceTokens.Token>) -> Set<String>? {
    let literals: Set = ["true", "false", "nil"]
    let allowed: Set = ["(", ")", "[", "]", ",", ":", ".", "-"]
    var names: Set<String> = []
    for index in tokens.indices {
      switch tokens[index] {
      case .literal: continue
      case .punctuation(let text):
        guard allowed.contains(text) else { return nil }
      case .identifier(let name):
        let next = index + 1 < tokens.endIndex ? tokens[index + 1] : nil
        let previous = index > tokens.startIndex ? tokens[index - 1] : nil
        let isMember = previous == .punctuation(".")
        if literals.contains(name) || next == .punctuation(":") && !isMember { continue }
        guard isMember || name.first?.isUppercase == true else { return nil }
        names.insert(name)
      }
    }
    return names
  }
}

extension SourceTokens.Token {
  /// The text, with a space after a comma and a colon.
  fileprivate var spaced: String {
    switch self {
    case .identifier(let text), .literal(let text): text
    case .punctuation(let text): text == "," || text == ":" ? text + " " : text
    }
  }
}

extension String {
  /// The text without a comma before the last parenthesis.
  fileprivate var trimmed: String {
    hasSuffix(", )") ? String(dropLast(3)) + ")" : self
  }
}
