/// The error that a script throws: `error("offline")`.
public struct ScriptedError: Error, Hashable, CustomStringConvertible {
  /// What went wrong, in the script's words.
  public var message: String

  /// An error that says `message`.
  public init(_ message: String) { self.message = message }

  /// The message alone.
  public var description: String { message }
}

extension ScriptedError: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> ScriptedError {
    let inside =
      literal.onlyArgument(of: "error", "ScriptError", "init")
      ?? literal.onlyArgument(of: "ScriptError", labelled: "message") ?? literal
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
