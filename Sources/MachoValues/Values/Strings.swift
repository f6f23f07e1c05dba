import MachoMetadata

/// Reads all of Swift's string literals.
extension String: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> String {
    guard literal.reader.tree[literal.node].kind == .string else {
      throw literal.wrongType(String.self, candidates: literal.quoted)
    }
    return try literal.reader.tree.stringValue(literal.node)
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: quoted(self)) }
}

extension Substring: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Substring {
    try String.read(literal)[...]
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: quoted(String(self))) }
}

extension Character: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Character {
    let string = try String.read(literal)
    guard string.count == 1, let character = string.first else {
      throw literal.wrongType(Character.self)
    }
    return character
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: quoted(String(self))) }
}

extension Unicode.Scalar: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Unicode.Scalar {
    let scalars = try String.read(literal).unicodeScalars
    guard scalars.count == 1, let scalar = scalars.first else {
      throw literal.wrongType(Unicode.Scalar.self)
    }
    return scalar
  }

  public func write(to printer: inout ValuePrinter) { printer.write(text: quoted(String(self))) }
}

/// Returns a string as a literal on one line. Escapes all invisible characters.
func quoted(_ string: String) -> String {
  if ByteSearch.isPrintableASCII(string, allowingQuotes: false) { return "\"\(string)\"" }
  return LiteralText.quoted(string)
}

extension Literal {
  /// A bare name in quotes, suggested where a string is expected.
  fileprivate var quoted: [String] { word.map { ["\"\($0)\""] } ?? [] }
}
