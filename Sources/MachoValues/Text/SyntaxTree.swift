/// A syntax construct. Its children follow it in the tree.
struct SyntaxNode: Sendable {
  enum Kind: UInt8, Sendable {
    /// `3`, `-1.5`, `300ms`, `2024-01-01`: text that starts with a digit or a sign.
    case number
    case string
    /// `increment`, `true`, `nil`: a bare name.
    case name
    /// `name(…)`. The children are the arguments.
    case call
    /// `name.rest`. The only child is the rest.
    case chain
    /// `[id: 3].rest`, `[#0].rest` or `element(id: 3).rest`. The children are the arguments, followed
    /// by the rest if there is one.
    case element
    case array
    /// The children alternate between keys and values.
    case dictionary
    case tuple
    /// `a..<b` and `a...b`. The children are the bounds; `a...` and `..<b` have one.
    case range
    /// `@file("x")`. The content is the string's.
    case file
    case variable
    case keyPath
    /// `#0`
    case ordinal
    /// A call without quotes, as customDump prints it: `UUID(…)`, `URL(…)`, `Date(…)`.
    case raw
    case wildcard
    /// A JSON object. The children alternate as in a dictionary.
    case object
    /// `value with(…)`. The children are the value, and the properties that replace its own.
    case with
  }

  var kind: Kind
  /// A string's number of `#`, or the flags below.
  var detail: UInt8 = 0
  var start: Int32
  var end: Int32 = 0
  /// The range of the name of a name, call or chain, or of a string's content.
  var contentStart: Int32 = 0
  var contentEnd: Int32 = 0
  /// The range of a label such as `id` in `id: 3`. Empty if there is none.
  var labelStart: Int32 = 0
  var labelEnd: Int32 = 0
  /// The index after the last descendant.
  var next: Int32 = 0

  static let multiline: UInt8 = 0x80
  static let json: UInt8 = 0x40
  static let dotted: UInt8 = 0x20
  static let closed: UInt8 = 0x10
  static let withoutLower: UInt8 = 0x08
  static let withoutUpper: UInt8 = 0x04
  static let withRest: UInt8 = 0x02
}

/// Text as a tree in one array. Each node is followed by its descendants.
struct SyntaxTree: Sendable {
  var bytes: [UInt8]
  var nodes: [SyntaxNode] = []

  subscript(_ node: Int) -> SyntaxNode { nodes[node] }

  func range(_ node: Int) -> Range<Int> { Int(nodes[node].start)..<Int(nodes[node].end) }

  func nameRange(_ node: Int) -> Range<Int> {
    Int(nodes[node].contentStart)..<Int(nodes[node].contentEnd)
  }

  func labelRange(_ node: Int) -> Range<Int>? {
    let node = nodes[node]
    return node.labelEnd > node.labelStart ? Int(node.labelStart)..<Int(node.labelEnd) : nil
  }

  func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  func name(_ node: Int) -> String { text(nameRange(node)) }

  func label(_ node: Int) -> String? { labelRange(node).map(text) }

  /// Whether the bytes in `range` are `name`. PERFORMANCE: creates no String.
  func spells(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
    range.count == name.count && bytes[range].elementsEqual(name)
  }

  func firstChild(_ node: Int) -> Int? {
    node + 1 < Int(nodes[node].next) ? node + 1 : nil
  }

  /// Returns the indexes of a node's children.
  func children(_ node: Int) -> [Int] {
    var child = node + 1
    let end = Int(nodes[node].next)
    guard child < end else { return [] }
    var result: [Int] = []
    result.reserveCapacity(4)
    while child < end {
      result.append(child)
      child = Int(nodes[child].next)
    }
    return result
  }

  /// Whether a node is an element in brackets, without a name.
  func isSubscript(_ node: Int) -> Bool {
    self[node].kind == .element && bytes[Int(self[node].start)] == UInt8(ascii: "[")
  }

  /// Returns the arguments of an element, and what follows them.
  func elementParts(_ node: Int) -> (arguments: [Int], rest: Int?) {
    var arguments = children(node)
    let rest = self[node].detail & SyntaxNode.withRest != 0 ? arguments.popLast() : nil
    return (arguments, rest)
  }
}
