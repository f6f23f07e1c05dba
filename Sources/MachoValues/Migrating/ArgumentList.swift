/// The arguments of a call, the elements of a tuple or the members of a JSON object, with their places.
struct ArgumentList {
  struct Item {
    var label: String?
    /// The label. That of a value without one is its position: `1`.
    var name: String
    /// The range of the label in the text. `nil` without one.
    var labelRange: Range<Int>?
    /// The node of the value.
    var value: Int
    /// The range from the label to the end of the value.
    var range: Range<Int>
  }

  let items: [Item]
  /// The range between the brackets.
  let inside: Range<Int>

  /// Finds the arguments of a call, tuple or object.
  init(_ node: Int, _ tree: SyntaxTree) {
    let children = tree.children(node)
    if tree[node].kind == .object {
      items = stride(from: 0, to: children.count - 1, by: 2).map { index in
        let (key, value) = (children[index], children[index + 1])
        let label = try? tree.stringValue(key)
        return Item(
          label: label, name: Self.valueName(label ?? ""), labelRange: tree.nameRange(key),
          value: value, range: tree.range(key).lowerBound..<tree.range(value).upperBound)
      }
    } else {
      items = children.enumerated().map { index, child in
        let label = tree.label(child)
        return Item(
          label: label, name: label ?? "\(index)", labelRange: tree.labelRange(child), value: child,
          range: tree.itemStart(child)..<tree.range(child).upperBound)
      }
    }
    let range = tree.range(node)
    let opening = tree[node].kind == .call ? UInt8(ascii: "(") : tree.bytes[range.lowerBound]
    let start = tree[node].kind == .call ? tree.nameRange(node).upperBound : range.lowerBound
    let open = tree.bytes[start..<range.upperBound].firstIndex(of: opening) ?? start
    // A call may end with the mark that unwraps its value.
    var end = range.upperBound - 1
    if tree.bytes[end] == UInt8(ascii: "!") { end -= 1 }
    inside = open + 1..<max(open + 1, end)
  }

  /// Returns the name of a value of a payload with a key in JSON: `1` for `_1`.
  private static func valueName(_ key: String) -> String {
    key.first == "_" && Int(key.dropFirst()) != nil ? String(key.dropFirst()) : key
  }

  /// Whether the list is `(…)`: a diff omits the arguments.
  func isElided(in tree: SyntaxTree) -> Bool {
    items.contains { tree[$0.value].kind == .name && tree.name($0.value) == "…" }
  }
}

extension SyntaxTree {
  /// Returns where a value begins, with its label and the backtick before that.
  func itemStart(_ node: Int) -> Int {
    guard let label = labelRange(node) else { return range(node).lowerBound }
    let before = label.lowerBound - 1
    return before >= 0 && bytes[before] == UInt8(ascii: "`") ? before : label.lowerBound
  }

  /// Returns where a name ends, with the backtick after it.
  func nameEnd(_ node: Int) -> Int {
    let end = nameRange(node).upperBound
    return end < bytes.count && bytes[end] == UInt8(ascii: "`") ? end + 1 : end
  }

  /// Returns the names of a chain, and its last node that has one: `["Counter", "State"]` for
  /// `Counter.State(count: 1)`.
  func names(of node: Int) -> (names: [String], last: Int) {
    var names = [name(node)]
    var last = node
    while self[last].kind == .chain, let next = firstChild(last), self[next].kind != .element {
      last = next
      names.append(name(last))
    }
    return (names, last)
  }
}
