/// `0..<10`
extension Range: TextConvertible {
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
extension ClosedRange: TextConvertible {
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

/// `3...`
extension PartialRangeFrom: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> PartialRangeFrom<Bound> {
    let detail = SyntaxNode.closed | SyntaxNode.withoutUpper
    return try literal.bound(of: Bound.self, detail, for: PartialRangeFrom.self, like: "0...")...
  }

  public func write(to printer: inout ValuePrinter) {
    printer.writeArgument(lowerBound, as: Bound.self)
    printer.write(text: "...")
  }
}

/// `...3`
extension PartialRangeThrough: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> PartialRangeThrough<Bound> {
    let detail = SyntaxNode.closed | SyntaxNode.withoutLower
    return try ...literal.bound(
      of: Bound.self, detail, for: PartialRangeThrough.self, like: "...9")
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "...")
    printer.writeArgument(upperBound, as: Bound.self)
  }
}

/// `..<3`
extension PartialRangeUpTo: TextConvertible {
  public static func read(_ literal: Literal) throws(ValueError) -> PartialRangeUpTo<Bound> {
    let detail = SyntaxNode.withoutLower
    return try ..<literal.bound(of: Bound.self, detail, for: PartialRangeUpTo.self, like: "..<10")
  }

  public func write(to printer: inout ValuePrinter) {
    printer.write(text: "..<")
    printer.writeArgument(upperBound, as: Bound.self)
  }
}

extension Literal {
  /// Returns the bounds of a range literal. Throws if the lower one is above the upper one.
  fileprivate func bounds<Bound: Comparable>(
    of _: Bound.Type, isClosed: Bool, for type: Any.Type
  ) throws(ValueError) -> (Bound, Bound) {
    let children = try bounds(isClosed ? SyntaxNode.closed : 0, for: type, like: "0..<10", "0...9")
    let lower = try children[0].value(as: Bound.self)
    let upper = try children[1].value(as: Bound.self)
    guard lower <= upper else {
      throw error(.outOfRange, "the lower bound of \(excerpt(text)) is above its upper bound")
    }
    return (lower, upper)
  }

  /// Returns the only bound of a partial range.
  fileprivate func bound<Bound: Comparable>(
    of _: Bound.Type, _ detail: UInt8, for type: Any.Type, like example: String
  ) throws(ValueError) -> Bound {
    try bounds(detail, for: type, like: example)[0].value(as: Bound.self)
  }

  /// Returns the bounds of a range literal of the given kind.
  private func bounds(
    _ detail: UInt8, for type: Any.Type, like examples: String...
  ) throws(ValueError) -> [Literal] {
    let node = reader.tree[self.node]
    guard node.kind == .range, node.detail == detail else {
      throw wrongType(type, candidates: detail == SyntaxNode.closed ? [examples[1]] : [examples[0]])
    }
    return reader.tree.children(self.node).map { Literal(reader: reader, node: $0) }
  }
}
