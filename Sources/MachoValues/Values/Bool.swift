extension Bool: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Bool {
    if literal.isWord("true") { return true }
    if literal.isWord("false") { return false }
    throw literal.wrongType(Bool.self, candidates: ["true", "false"])
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: self ? "true" : "false")
  }
}
