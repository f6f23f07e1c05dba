import MachoMetadata

/// A pattern for the arguments of a call, such as `("ca", _)`.
package struct ArgumentsPattern {
  let nodes: [ValuePattern.Node]
  /// The pattern's source text.
  package let text: String

  /// Parses a pattern for arguments of `types`. The pattern `(_)` matches any arguments.
  package init(
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

  /// The number of arguments that are not `_`. The most specific matching pattern wins.
  package var specificity: Int {
    nodes.count {
      if case .any = $0 { false } else { true }
    }
  }

  /// Whether the pattern matches a call with these arguments.
  package func matches(_ arguments: [Any]) -> Bool {
    arguments.count == nodes.count
      && zip(arguments, nodes).allSatisfy { $1.matches(unnested($0)) }
  }
}
