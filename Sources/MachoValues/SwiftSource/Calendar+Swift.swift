import MachoMetadata

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Locale: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(sourceText)
  }
}

extension TimeZone: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text(sourceText + "!")
  }
}

extension Calendar: SwiftSourceConvertible {
  /// A closure if the calendar has settings, because Foundation has no initializer for them.
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    let plain = "Calendar(identifier: \(nameText))"
    let settings = settings
    guard !settings.isEmpty else { return .text(plain) }
    let assignments = settings.map { label, text in
      "calendar.\(label) = \(text)\(label == "timeZone" ? "!" : "")"
    }
    return .text(
      "{ var calendar = \(plain); \(assignments.joined(separator: "; ")); return calendar }()")
  }
}

extension DateComponents: SwiftSourceConvertible {
  public func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
  {
    var arguments: [SwiftExpression] = []
    for (label, value) in parts where label != "isLeapMonth" && label != "dayOfYear" {
      let value = try printer.expression(value, as: type(of: value))
      arguments.append(.prefixed("\(label): ", value))
    }
    let plain = SwiftExpression.list("DateComponents(", arguments, ")")
    // Foundation's initializer has no arguments for these.
    let others = parts.filter { $0.label == "isLeapMonth" || $0.label == "dayOfYear" }
    guard !others.isEmpty else { return plain }
    let assignments = others.map { "components.\($0.label) = \($0.value)" }
    return .text(
      "{ var components = \(plain.line); \(assignments.joined(separator: "; ")); return components }()"
    )
  }
}
