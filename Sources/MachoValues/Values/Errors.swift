/// An error that a script throws: `error("offline")`.
public struct ScriptedError: Error, Hashable, CustomStringConvertible {
  /// The error's message.
  public var message: String

  /// Creates an error with a message.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}

extension ScriptedError: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> ScriptedError {
    let inside =
      literal.onlyArgument(of: "error", "ScriptedError", "init")
      ?? literal.onlyArgument(of: "ScriptedError", labelled: "message") ?? literal
    guard let message = inside.string else {
      throw literal.wrongType(ScriptedError.self, candidates: ["error(\"offline\")"])
    }
    return ScriptedError(message)
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "error(")
    printer.write(message)
    printer.write(text: ")")
  }
}
