import MachoLocks
import MachoValues

/// What `let` and the captures of a script have given names to.
///
/// It is shared with the syntax of each store, which reads values on whatever thread it is asked.
final class VariableTable: Sendable {
  private let values = Lock<[String: Variable]>([:])

  subscript(_ name: String) -> Variable? { values.withLock { $0[name] } }

  /// The names, in order.
  var names: [String] { values.withLock { $0.keys.sorted() } }

  var isEmpty: Bool { values.withLock { $0.isEmpty } }

  func set(_ name: String, to variable: Variable) { values.withLock { $0[name] = variable } }

  func removeAll() { values.withLock { $0 = [:] } }
}

extension Session {
  /// The text of each variable: what a capture of the same name has to match.
  package var variableTexts: [String: String] {
    var texts: [String: String] = [:]
    for name in variables.names { texts[name] = variables[name]?.text }
    return texts
  }

  /// Makes what captures have bound variables of the session; what has a value keeps it.
  package func bind(_ captures: [String: String]) {
    for (name, text) in captures where variables[name] == nil {
      variables.set(name, to: Variable(text: text))
    }
  }

  /// A text in which each `$name`, with the path behind it, stands as its value; `$$` is a dollar
  /// sign, as is one that no name follows.
  func replacingVariables(in arguments: Arguments) throws(Diagnostic) -> String {
    let syntax = open?.syntax ?? plainSyntax
    var result = ""
    var rest = arguments.text
    var offset = arguments.offset
    while let dollar = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      result += rest[..<dollar]
      offset += rest[..<dollar].utf8.count
      rest = rest[dollar...]
      let length = Self.lengthOfVariable(rest)
      if length > 1 {
        do throws(ValueError) {
          result += try syntax.variable(Substring(rest.utf8.prefix(length))).text
        } catch { throw Diagnostic(error, offset: offset) }
      } else {
        result += "$"
      }
      let taken = length > 1 ? length : rest.utf8.dropFirst().first == UInt8(ascii: "$") ? 2 : 1
      rest = Substring(rest.utf8.dropFirst(taken))
      offset += taken
    }
    return result + rest
  }

  /// Reads values where no store is open, whose own syntax would do it.
  var plainSyntax: ValueSyntax {
    ValueSyntax(files: files) { [variables] in variables[$0] }
  }

  /// How many bytes a `$name` at the beginning takes with its path; 1 where no name follows.
  private static func lengthOfVariable(_ text: Substring) -> Int {
    guard text.dropFirst().first.map({ $0.isLetter || $0 == "_" }) ?? false,
      let (_, end) = try? ValuePath.prefix(of: text.dropFirst())
    else { return 1 }
    return end + 1
  }
}
