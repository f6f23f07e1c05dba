#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `URL("https://example.com")`; also a bare string, and customDump's `URL(https://…)`.
extension URL: TextValue {
  public static func read(_ literal: Literal) throws(ValueError) -> URL {
    let inside =
      literal.onlyArgument(of: "URL", "init")
      ?? literal.onlyArgument(of: "URL", labelled: "string") ?? literal
    guard let text = inside.raw ?? inside.string, let url = URL(string: text) else {
      throw literal.wrongType(URL.self, candidates: ["URL(\"https://example.com\")"])
    }
    return url
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "URL(\(quoted(absoluteString)))")
  }
}
