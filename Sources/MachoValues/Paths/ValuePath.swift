/// A path to a value inside another: `results[0].id`, `destination.addContact.contact.name`,
/// `rows[id: 3]`.
package struct ValuePath: Sendable, Equatable {
  /// One component of a path.
  package struct Component: Sendable, Equatable {
    /// The kind of a component.
    package enum Kind: Sendable, Equatable {
      /// A property, a case, a tuple's label or index, or a built-in such as `count`.
      case name(String)
      /// `[0]` or `["key"]`: an index or a key, stored as text until the type is known.
      case subscripted(String)
      /// `[id: 3]`
      case identified(String)
      /// `[#0]`
      case ordinal(Int)
      /// `[*]`: each element
      case each
    }

    /// The kind of the component.
    package let kind: Kind
    /// The component's location in the text, in UTF-8 offsets.
    package let range: Range<Int>

    /// The number in `[#0]`, and in `[id: 0]` or `[id: #0]`. `nil` for any other component.
    var ordinal: Int? {
      switch kind {
      case .ordinal(let number): number
      case .identified(let text): Int(text.drop { $0 == "#" })
      case .name, .subscripted, .each: nil
      }
    }
  }

  /// The components. Empty for `self`, the root.
  package let components: [Component]
  /// The path's source text.
  package let text: String

  /// Whether the path leads to a list of values: `rows[*].name`.
  package var isList: Bool { components.contains { $0.kind == .each } }

  /// Parses a text that contains one path and nothing else.
  package init(reading text: Substring) throws(ValueError) {
    let (path, end) = try ValuePath.prefix(of: text)
    guard end == text.utf8.count else {
      throw ValueError(.syntax, end..<text.utf8.count, "expected the end of the path")
    }
    self = path
  }

  /// Parses the path at the start of a text. `end` is the UTF-8 offset after it.
  package static func prefix(
    of text: Substring
  ) throws(ValueError) -> (path: ValuePath, end: Int) {
    var reader = PathReader(parser: try Parser(text))
    let components = try reader.parseComponents()
    let end = reader.parser.position
    let spelled = String(decoding: reader.parser.bytes[..<end], as: UTF8.self)
    return (ValuePath(components: components, text: spelled.trimmingSpaces), end)
  }

  init(components: [Component], text: String) {
    self.components = components
    self.text = text
  }

  /// Returns the value at this path.
  package func value(
    in root: Any, computed: ComputedProperties = ComputedProperties(),
    syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> Any {
    try evaluate(in: TypedValue(root), computed: computed, syntax: syntax).value
  }

  /// Returns the value at this path with its declared type. That of a path with `[*]` is an array of the
  /// values that each element has, without those of elements that have none.
  package func evaluate(
    in root: TypedValue, computed: ComputedProperties = ComputedProperties(),
    syntax: ValueSyntax = ValueSyntax()
  ) throws(ValueError) -> TypedValue {
    try evaluate(
      from: 0, in: root, PathWalker(computed: computed, syntax: syntax, path: self, root: root))
  }

  private func evaluate(
    from start: Int, in root: TypedValue, _ walker: PathWalker
  ) throws(ValueError) -> TypedValue {
    var current = root
    for index in components.indices.dropFirst(start) {
      if components[index].kind == .each { return try list(after: index, of: current, walker) }
      current = try walker.step(index, from: current)
    }
    return current
  }

  /// Returns what the components after `[*]` lead to.
  private func list(
    after index: Int, of collection: TypedValue, _ walker: PathWalker
  ) throws(ValueError) -> TypedValue {
    let rest = ValuePath(components: Array(components.dropFirst(index + 1)), text: "")
    let (elements, elementType) = try walker.elements(of: collection, index)
    var values: [TypedValue] = []
    for element in elements {
      do throws(ValueError) {
        let value = try evaluate(from: index + 1, in: element, walker)
        if rest.isList, let list = value.value as? any Collection {
          values += typedElements(of: list)
        } else {
          values.append(value)
        }
      } catch {
        guard error.isAboutPresentState else { throw error }
      }
    }
    func list<T>(_: T.Type) -> TypedValue {
      TypedValue(values.compactMap { unbox($0.value, as: T.self) }, as: [T].self)
    }
    if let type = values.first?.type { return _openExistential(type, do: list) }
    let type = try rest.type(in: elementType, computed: walker.computed) ?? Any.self
    func none<List: RangeReplaceableCollection>(_: List.Type) -> TypedValue {
      TypedValue(List(), as: List.self)
    }
    if rest.isList, let type = type as? any RangeReplaceableCollection.Type { return none(type) }
    return _openExistential(type, do: list)
  }

  /// Returns the text of the first `count` components.
  func text(upTo count: Int) -> String {
    guard count > 0 else { return "the state" }
    let end = components[count - 1].range.upperBound
    return "'\(String(decoding: Array(text.utf8).prefix(end), as: UTF8.self))'"
  }
}

/// Parses a path's components. Names and literals follow the rules of the value syntax.
private struct PathReader {
  var parser: Parser

  mutating func parseComponents() throws(ValueError) -> [ValuePath.Component] {
    parser.skipSpace()
    guard parser.byte == UInt8(ascii: "[") || isNameStart(parser.byte) else {
      throw parser.unexpected("a path")
    }
    var components: [ValuePath.Component] = []
    if isNameStart(parser.byte) {
      let component = try parseName()
      if component.kind != .name("self") { components.append(component) }
    }
    while true {
      guard components.count < Parser.depthLimit else {
        throw ValueError(
          .tooDeep, parser.position..<parser.position + 1,
          "a path has at most \(Parser.depthLimit) components")
      }
      if parser.byte == UInt8(ascii: "[") {
        components.append(try parseSubscript())
      } else if parser.byte == UInt8(ascii: "."),
        isNameByte(parser.byte(after: 1)) || isNameStart(parser.byte(after: 1))
      {
        parser.position += 1
        components.append(try parseName())
      } else if parser.byte == UInt8(ascii: "?"), !components.isEmpty {
        // `?` has no effect, because paths see through Optionals.
        parser.position += 1
      } else {
        return components
      }
    }
  }

  private mutating func parseName() throws(ValueError) -> ValuePath.Component {
    if isDigit(parser.byte) {
      let start = parser.position
      while isDigit(parser.byte) { parser.position += 1 }
      let digits = String(decoding: parser.bytes[start..<parser.position], as: UTF8.self)
      return ValuePath.Component(kind: .name(digits), range: start..<parser.position)
    }
    let range = try parser.parseName()
    let name = String(decoding: parser.bytes[range], as: UTF8.self)
    return ValuePath.Component(kind: .name(name), range: range)
  }

  private mutating func parseSubscript() throws(ValueError) -> ValuePath.Component {
    let start = parser.position
    parser.position += 1
    parser.skipSpace()
    if parser.byte == UInt8(ascii: "*"), parser.byte(after: 1) == UInt8(ascii: "]") {
      parser.position += 2
      return ValuePath.Component(kind: .each, range: start..<parser.position)
    }
    var isIdentified = false
    if parser.byte == UInt8(ascii: "i"), parser.byte(after: 1) == UInt8(ascii: "d"),
      parser.byte(after: 2) == UInt8(ascii: ":")
    {
      isIdentified = true
      parser.position += 3
      parser.skipSpace()
    }
    let inside = parser.position
    let first = parser.nodes.count
    try parser.parseValue(0)
    let text = String(decoding: parser.bytes[inside..<parser.position], as: UTF8.self)
    let isHash = parser.nodes[first].kind == .ordinal
    parser.skipSpace()
    guard parser.byte == UInt8(ascii: "]") else {
      throw parser.isAtEnd ? parser.unclosed("[", at: start) : parser.unexpected("']'")
    }
    parser.position += 1
    let range = start..<parser.position
    if isIdentified { return ValuePath.Component(kind: .identified(text), range: range) }
    if isHash {
      guard let number = Int(text.dropFirst()) else {
        throw ValueError(.outOfRange, range, "\(text) does not fit into Int")
      }
      return ValuePath.Component(kind: .ordinal(number), range: range)
    }
    return ValuePath.Component(kind: .subscripted(text), range: range)
  }
}
