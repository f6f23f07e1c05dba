/// An error that a script throws: `error("offline")`.
package struct ScriptedError: Error, Hashable, CustomStringConvertible {
  /// The error's message.
  package var message: String

  /// Creates an error with a message.
  package init(_ message: String) { self.message = message }

  /// The message.
  package var description: String { message }
}

extension ScriptedError: TextConvertible {
  package static func read(_ literal: Literal) throws(ValueError) -> ScriptedError {
    let inside =
      literal.onlyArgument(of: "error", "ScriptedError", "init")
      ?? literal.onlyArgument(of: "ScriptedError", labelled: "message") ?? literal
    guard let message = inside.string else {
      throw literal.wrongType(ScriptedError.self, candidates: ["error(\"offline\")"])
    }
    return ScriptedError(message)
  }

  package func write(to printer: inout ValuePrinter) {
    printer.write(text: "error(")
    printer.write(message)
    printer.write(text: ")")
  }
}
