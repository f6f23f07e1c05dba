/// One construct of the text; its children follow it in the tree.
struct SyntaxNode: Sendable {
  enum Kind: UInt8, Sendable {
    /// `3`, `-1.5`, `300ms`, `2024-01-01`: what begins with a digit or a sign.
    case number
    case string
    /// `increment`, `true`, `nil`: a name alone.
    case name
    /// `name(…)`; the children are the arguments.
    case call
    /// `name.rest`; the only child is the rest.
    case chain
    case array
    /// The children alternate between keys and values.
    case dictionary
    case tuple
    /// `a..<b` and `a...b`; the children are the bounds, of which `a...` and `..<b` lack one.
    case range
    /// `@file("x")`; the content is that of the string.
    case file
    case variable
    case keyPath
    /// `#0`
    case ordinal
    /// What customDump leaves without quotes: `UUID(…)`, `URL(…)`, `Date(…)`.
    case raw
    case wildcard
    /// A JSON object; children alternate as in a dictionary.
    case object
  }

  var kind: Kind
  /// A string's number of `#`; or the marks below.
  var detail: UInt8 = 0
  var start: Int32
  var end: Int32 = 0
  /// The name of a name, call or chain; the inside of a string.
  var contentStart: Int32 = 0
  var contentEnd: Int32 = 0
  /// The label before it, as in `id: 3`; empty for none.
  var labelStart: Int32 = 0
  var labelEnd: Int32 = 0
  /// The index after its last descendant.
  var next: Int32 = 0

  static let multiline: UInt8 = 0x80
  static let json: UInt8 = 0x40
  static let dotted: UInt8 = 0x20
  static let closed: UInt8 = 0x10
  static let withoutLower: UInt8 = 0x08
  static let withoutUpper: UInt8 = 0x04
}

/// Text as a tree in one array: a node, then its children, each with its own.
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

  /// Whether the bytes in `range` spell `name`, without making a string.
  func spells(_ range: Range<Int>, _ name: [UInt8]) -> Bool {
    range.count == name.count && bytes[range].elementsEqual(name)
  }

  func firstChild(_ node: Int) -> Int? {
    node + 1 < Int(nodes[node].next) ? node + 1 : nil
  }

  /// The indices of a node's children.
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
}
