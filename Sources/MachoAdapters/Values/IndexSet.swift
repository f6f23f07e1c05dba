public import Foundation
public import MachoValues

/// `[0, 2...4]`: indexes and ranges of them.
extension IndexSet: TextConvertible, SwiftSourceConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> IndexSet {
    var parts = literal
    if literal.callee == "IndexSet", literal.arguments.count == 1 {
      // Foundation's initializers: `IndexSet(integer: 2)`, `IndexSet([0, 2])`, `IndexSet(0...2)`.
      parts = literal.arguments[0].literal
    }
    if let range = try? parts.value(as: IndexSetPart.self) { return IndexSet(range) }
    var indexes = IndexSet()
    for part in try parts.value(as: [IndexSetPart].self) { indexes.formUnion(IndexSet(part)) }
    return indexes
  }

  public func write(to printer: inout ValuePrinter) {
    let parts = rangeView.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)...\(range.upperBound - 1)"
    }
    printer.write(text: "[\(parts.joined(separator: ", "))]")
  }

  /// `[0, 2, 3, 4]`, as an array literal has no ranges.
  public func swiftExpression(using printer: inout SwiftSourcePrinter) -> SwiftExpression {
    .text("[\(map(String.init).joined(separator: ", "))]")
  }

  fileprivate init(_ part: IndexSetPart) {
    self.init(integersIn: part.range)
  }
}

/// An index or a range of indexes in the text of an index set.
private struct IndexSetPart: TextConvertible {
  let range: Range<Int>

  static func read(_ literal: Literal) throws(ValueError) -> IndexSetPart {
    if let range = try? literal.value(as: ClosedRange<Int>.self) {
      return Self(range: Range(range))
    }
    if let range = try? literal.value(as: Range<Int>.self) { return Self(range: range) }
    let index = try literal.value(as: Int.self)
    guard index >= 0, index < Int.max else {
      throw literal.error(.outOfRange, "an index is between 0 and \(Int.max - 1)")
    }
    return Self(range: index..<index + 1)
  }

  func write(to printer: inout ValuePrinter) { printer.write(text: "\(range)") }
}
