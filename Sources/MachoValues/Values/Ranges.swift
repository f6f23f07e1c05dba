/// `0..<10`
extension Range: TextValue {
  public static func read(_ literal: Literal) throws(ValueError) -> Range<Bound> {
    let (lower, upper) = try literal.bounds(of: Bound.self, isClosed: false, for: Range.self)
    return lower..<upper
  }

  public func write(to printer: inout ValuePrinter) {
    printer.writeArgument(lowerBound, as: Bound.self)
    printer.write(text: "..<")
    printer.writeArgument(upperBound, as: Bound.self)
  }
}

/// `0...9`
extension ClosedRange: TextValue {
  public static func read(_ literal: Literal) throws(ValueError) -> ClosedRange<Bound> {
    let (lower, upper) = try literal.bounds(of: Bound.self, isClosed: true, for: ClosedRange.self)
    return lower...upper
  }

  public func write(to printer: inout ValuePrinter) {
    printer.writeArgument(lowerBound, as: Bound.self)
    printer.write(text: "...")
    printer.writeArgument(upperBound, as: Bound.self)
  }
}

extension Literal {
  /// The two bounds of a range literal, the lower one not above the upper.
  fileprivate func bounds<Bound: Comparable>(
    of _: Bound.Type, isClosed: Bool, for type: Any.Type
  ) throws(ValueError) -> (Bound, Bound) {
    let node = reader.tree[self.node]
    guard node.kind == .range, (node.detail & SyntaxNode.closed != 0) == isClosed else {
      throw wrongType(type, candidates: [isClosed ? "0...9" : "0..<10"])
    }
    let children = reader.tree.children(self.node)
    let lower = try Literal(reader: reader, node: children[0]).value(as: Bound.self)
    let upper = try Literal(reader: reader, node: children[1]).value(as: Bound.self)
    guard lower <= upper else {
      throw error(.outOfRange, "the range \(text) ends before it begins")
    }
    return (lower, upper)
  }
}
