#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `Data("aGk=")` in base 64. Also reads a bare string, `Data(hex: "6869")`, and customDump's
/// `Data(0 bytes)`.
extension Data: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Data {
    if let size = (literal.onlyArgument(of: "Data", "init") ?? literal).raw {
      if size == "0 bytes" { return Data() }
      throw literal.error(
        .wrongType, "'\(literal.text)' is only the size of the data, not its bytes",
        candidates: ["Data(\"aGk=\")", "Data(hex: \"6869\")"])
    }
    if let hex = literal.onlyArgument(of: "Data", labelled: "hex")?.string {
      guard let data = bytes(hex: hex) else { throw literal.wrongType(Data.self) }
      return data
    }
    if literal.callee == "Data", literal.arguments.isEmpty { return Data() }
    let text =
      literal.onlyArgument(of: "Data", "init")?.string
      ?? literal.onlyArgument(of: "Data", labelled: "base64Encoded")?.string ?? literal.string
    guard let text, let data = Data(base64Encoded: text) else {
      throw literal.wrongType(Data.self, candidates: ["Data(\"aGk=\")", "Data(hex: \"6869\")"])
    }
    return data
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "Data(\"\(base64EncodedString())\")")
  }

  private static func bytes(hex: String) -> Data? {
    let digits = hex.utf8.map(hexDigit)
    guard digits.count.isMultiple(of: 2) else { return nil }
    var data = Data(capacity: digits.count / 2)
    for index in stride(from: 0, to: digits.count, by: 2) {
      guard let high = digits[index], let low = digits[index + 1] else { return nil }
      data.append(UInt8(high << 4 | low))
    }
    return data
  }
}
