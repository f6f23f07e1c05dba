import MachoValues

extension Command {
  package static let echo: Command = .init(
    "echo", usage: ["TEXT"],
    summary: "print a text with the values of variables",
    details: """
      Replaces each $NAME by its value. A path may follow a name. '$$' prints a dollar sign.

        let first = rows[0]
        echo the first is $first.name
      """,
    argument: .none, helpGroup: .inspect, traits: [], transcript: .line
  ) { context, arguments throws(Diagnostic) in
    context.report(.value(try context.expandVariables(in: arguments)))
  }
}

extension CommandContext {
  /// Replaces each `$name`, with an optional path, by its value. `$$` is a dollar sign, and so is a
  /// `$` without a name.
  fileprivate func expandVariables(in arguments: Arguments) throws(Diagnostic) -> String {
    let syntax = syntax
    var result = ""
    var rest = arguments.text
    var offset = arguments.offset
    while let dollar = rest.utf8.firstIndex(of: UInt8(ascii: "$")) {
      // Limit the result: repeating a long variable could exhaust the memory.
      guard result.utf8.count <= Self.maximumEchoLength else {
        throw Diagnostic(
          "too-long", "the text has more than \(Self.maximumEchoLength >> 20) MB",
          at: arguments.range)
      }
      result += rest[..<dollar]
      offset += rest[..<dollar].utf8.count
      rest = rest[dollar...]
      let length = Self.variableLength(rest)
      if length > 1 {
        do throws(ValueError) {
          result += try syntax.variable(Substring(rest.utf8.prefix(length))).text
        } catch { throw Diagnostic(error, offset: offset) }
      } else {
        result += "$"
      }
      let consumed = length > 1 ? length : rest.utf8.dropFirst().first == UInt8(ascii: "$") ? 2 : 1
      rest = Substring(rest.utf8.dropFirst(consumed))
      offset += consumed
    }
    return result + rest
  }

  private static let maximumEchoLength = 16 << 20

  /// Returns the length in bytes of the `$name` with its path at the start. Returns 1 if no name
  /// follows.
  private static func variableLength(_ text: Substring) -> Int {
    guard text.dropFirst().first.map({ $0.isLetter || $0 == "_" }) ?? false,
      let (_, end) = try? ValuePath.prefix(of: text.dropFirst())
    else { return 1 }
    return end + 1
  }
}
