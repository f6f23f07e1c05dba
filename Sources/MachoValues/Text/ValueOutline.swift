/// The parts of a value's text: properties, payloads and elements with their positions.
///
/// A debugger shows a value as a tree and replaces a part of its text. The outline needs no types, so
/// it also works for types that cannot be read back.
package struct ValueOutline {
  /// A part of a value.
  package struct Part: Equatable, Sendable {
    /// The label, or the key or index in brackets.
    package var name: String
    /// Whether the name is a key or an index, which follows a path without a dot.
    package var isSubscript: Bool
    /// The range of the part in the text, in UTF-8 offsets.
    package var range: Range<Int>
    /// Whether the part has parts.
    package var hasParts: Bool
  }

  private let tree: SyntaxTree

  /// Parses a text that contains one value. Returns `nil` if it is not one.
  package init?(_ text: String) {
    guard let tree = try? Parser.parse(text[...]) else { return nil }
    self.tree = tree
  }

  /// Returns the parts of the value that occupies a range. Default: those of the whole text.
  package func parts(in range: Range<Int>? = nil) -> [Part] {
    let node =
      range.map { range in
        // A chain and its rest end together; the first that begins there is the whole value.
        tree.nodes.indices.first { tree.range($0) == range } ?? 0
      } ?? 0
    return parts(of: node)
  }

  private func parts(of node: Int) -> [Part] {
    let children = tree.children(node)
    switch tree[node].kind {
    case .chain:
      return children.first.map(parts) ?? []
    case .call, .tuple, .array:
      return children.enumerated().map { index, child in
        part(child, tree.label(child), orSubscript: "\(index)")
      }
    case .dictionary, .object:
      return stride(from: 0, to: children.count - 1, by: 2).map { index in
        part(children[index + 1], nil, orSubscript: tree.text(tree.range(children[index])))
      }
    default: return []
    }
  }

  private func part(_ node: Int, _ label: String?, orSubscript key: String) -> Part {
    Part(
      name: label ?? "[\(key)]", isSubscript: label == nil, range: tree.range(node),
      hasParts: !parts(of: node).isEmpty)
  }
}
