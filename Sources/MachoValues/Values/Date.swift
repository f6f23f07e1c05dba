import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// `Date("2024-01-01T00:00:00Z")`. Also reads a bare string, customDump's `Date(2024-…)`, and
/// `Date(timeIntervalSince1970: 0)`.
extension Date: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> Date {
    if let seconds = literal.onlyArgument(of: "Date", labelled: "timeIntervalSince1970") {
      return Date(timeIntervalSince1970: try seconds.value(as: Double.self))
    }
    if let seconds = literal.onlyArgument(of: "Date", labelled: "timeIntervalSinceReferenceDate") {
      return Date(timeIntervalSinceReferenceDate: try seconds.value(as: Double.self))
    }
    let inside = literal.onlyArgument(of: "Date", "init") ?? literal
    guard let text = inside.raw ?? inside.string ?? inside.number,
      let interval = ISODate.interval(text)
    else { throw literal.wrongType(Date.self, candidates: ["Date(\"2024-01-31T12:00:00Z\")"]) }
    return Date(timeIntervalSinceReferenceDate: interval)
  }

  public func write(to printer: inout ValuePrinter) {
    if let text = isoText { return printer.write(text: "Date(\"\(text)\")") }
    printer.write(text: "Date(timeIntervalSinceReferenceDate: ")
    printer.write(timeIntervalSinceReferenceDate)
    printer.write(text: ")")
  }

  /// ISO 8601 with as many fraction digits as the date needs to round-trip. `nil` if no number of
  /// digits suffices.
  var isoText: String? { ISODate.exactText(timeIntervalSinceReferenceDate) }
}
