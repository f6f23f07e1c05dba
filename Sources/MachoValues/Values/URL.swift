#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `URL("https://example.com")`, `URL("a/b", relativeTo: URL("https://example.com"))`. Also reads a
/// bare string, and customDump's `URL(https://…)`.
extension URL: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> URL {
    if let (relative, base) = literal.relativeURL {
      guard let text = relative.string,
        let url = URL(string: text, relativeTo: try base.value(as: URL.self))
      else { throw relative.wrongType(URL.self) }
      return url
    }
    let inside =
      literal.onlyArgument(of: "URL", "init")
      ?? literal.onlyArgument(of: "URL", labelled: "string") ?? literal
    guard let text = inside.raw ?? inside.string, let url = URL(string: text) else {
      throw literal.wrongType(URL.self, candidates: ["URL(\"https://example.com\")"])
    }
    return url
  }

  public func write(to printer: inout ValuePrinter) {
    guard let baseURL else { return printer.write(text: "URL(\(quoted(absoluteString)))") }
    printer.write(text: "URL(\(quoted(relativeString)), relativeTo: ")
    printer.write(baseURL)
    printer.write(text: ")")
  }
}

extension Literal {
  /// The two arguments of `URL("a/b", relativeTo: base)`.
  fileprivate var relativeURL: (relative: Literal, base: Literal)? {
    guard callee == "URL" || callee == "init" else { return nil }
    let arguments = arguments
    guard arguments.count == 2, arguments[0].label == nil || arguments[0].label == "string",
      arguments[1].label == "relativeTo"
    else { return nil }
    return (arguments[0].literal, arguments[1].literal)
  }
}
