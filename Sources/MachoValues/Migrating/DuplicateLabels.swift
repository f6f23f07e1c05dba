extension MigrationText {
  /// Returns the first argument or property with one of some names whose call, tuple or JSON object has
  /// another one with its name. `nil` if there is none.
  package func firstDuplicate(among names: Set<String>) -> (name: String, offset: Int)? {
    for part in parts {
      for case .value(let tree) in ValueScan(bytes, part.range).items {
        let labels = tree.nodes.indices.lazy.compactMap { tree.duplicateLabel(in: $0, names) }
        if let range = labels.first { return (tree.text(range), range.lowerBound) }
      }
    }
    return nil
  }
}

extension SyntaxTree {
  /// Returns the first label of a node's children that another child before it has.
  fileprivate func duplicateLabel(in node: Int, _ names: Set<String>) -> Range<Int>? {
    let labels: [Range<Int>]
    switch self[node].kind {
    case .call, .tuple, .with, .element: labels = children(node).compactMap(labelRange)
    case .object:
      let pairs = children(node)
      labels = stride(from: 0, to: pairs.count, by: 2).map { nameRange(pairs[$0]) }
    default: return nil
    }
    var seen: Set<String> = []
    return labels.first { label in
      let name = text(label)
      return names.contains(name) && !seen.insert(name).inserted
    }
  }
}
