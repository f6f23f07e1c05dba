import MachoMetadata

/// What the arguments of a call may look like: `("ca", _)`.
public struct ArgumentsPattern {
  let nodes: [ValuePattern.Node]
  /// The pattern as it was written.
  public let text: String

  /// Reads a pattern over arguments of `types`; a list of one `_` matches any arguments.
  public init(
    reading text: Substring, types: [Any.Type], syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) {
    let reader = try syntax.reader(text)
    self.text = String(text).trimmingSpaces
    if reader.tree.nodes.count == 2, reader.tree[0].kind == .tuple, reader.tree[1].kind == .wildcard
    {
      nodes = types.map { _ in .any }
      return
    }
    nodes = try PatternReader(reader: reader).argumentPatterns(types)
  }

  /// How many arguments are not left open: of two patterns that fit, the more exact one counts.
  public var specificity: Int {
    nodes.count {
      if case .any = $0 { false } else { true }
    }
  }

  /// Whether a call with these arguments is one that the pattern describes.
  public func matches(_ arguments: [Any]) -> Bool {
    arguments.count == nodes.count
      && zip(arguments, nodes).allSatisfy { $1.matches(unnested($0)) }
  }
}
