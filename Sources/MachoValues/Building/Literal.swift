import MachoMetadata

/// A syntax node as a `TextConvertible` type sees it: a string, number, name, call or collection.
public struct Literal {
  let reader: ValueReader
  let node: Int

  /// An argument of a call, or an element of a collection.
  public struct Argument {
    /// The argument's label. `nil` if it has none.
    public let label: String?
    /// The argument's value.
    public let literal: Literal
  }

  private var syntaxNode: SyntaxNode { reader.tree[node] }

  /// The literal's location in the parsed text, in UTF-8 offsets.
  public var range: Range<Int> { reader.tree.range(node) }

  /// The literal's source text.
  public var text: String { reader.tree.text(range) }

  /// The value of a string literal. `nil` for any other literal.
  public var string: String? {
    syntaxNode.kind == .string ? try? reader.tree.stringValue(node) : nil
  }

  /// The text of a number including its suffix, as in `300ms`. `nil` for any other literal.
  public var number: String? {
    syntaxNode.kind == .number ? text : nil
  }

  /// A bare name without its leading dot. `nil` for any other literal.
  public var word: String? {
    syntaxNode.kind == .name ? reader.tree.name(node) : nil
  }

  /// The dotted name of `a.b` or `a.b(value)`, with the value. `nil` for any other literal.
  package var member: (name: String, value: Literal?)? {
    var names: [String] = []
    var current = node
    while true {
      names.append(reader.tree.name(current))
      let children = reader.tree.children(current)
      switch reader.tree[current].kind {
      case .name: return (names.joined(separator: "."), nil)
      case .call:
        guard children.count == 1, reader.tree.labelRange(children[0]) == nil else { return nil }
        return (names.joined(separator: "."), Literal(reader: reader, node: children[0]))
      case .chain where children.count == 1: current = children[0]
      default: return nil
      }
    }
  }

  /// The number after `#`. `nil` for any other literal.
  public var ordinal: Int? {
    syntaxNode.kind == .ordinal ? Int(reader.tree.name(node)) : nil
  }

  /// The components of a key path literal. `nil` for any other literal.
  public var keyPath: String? {
    syntaxNode.kind == .keyPath ? reader.tree.name(node) : nil
  }

  /// The name before a call's arguments. `init` for a JSON object, `nil` for any other literal.
  public var callee: String? {
    switch syntaxNode.kind {
    case .call: reader.tree.name(node)
    case .object: "init"
    default: nil
    }
  }

  /// The arguments of a call, the members of a JSON object, or the elements of an array or tuple.
  /// Empty for any other literal.
  public var arguments: [Argument] {
    switch syntaxNode.kind {
    case .object: members
    case .call, .array, .tuple:
      reader.tree.children(node).map {
        Argument(label: reader.tree.label($0), literal: Literal(reader: reader, node: $0))
      }
    default: []
    }
  }

  /// The members of a JSON object, labelled by their keys.
  private var members: [Argument] {
    let nodes = reader.tree.children(node)
    return stride(from: 0, to: nodes.count, by: 2).map { index in
      Argument(
        label: try? reader.tree.stringValue(nodes[index]),
        literal: Literal(reader: reader, node: nodes[index + 1]))
    }
  }

  /// Reads this literal as a value of type `T`.
  public func value<T>(as type: T.Type) throws(ValueError) -> T {
    let value = try reader.build(node, TextSchema.of(type))
    guard let value = unbox(value, as: T.self) else { throw wrongType(type) }
    return value
  }

  /// Reads this literal as a value of type `T`. Omitted properties have the values of `base`.
  func value<T>(as type: T.Type, over base: Any) throws(ValueError) -> T {
    let value = try reader.build(node, TextSchema.of(type), over: base)
    guard let value = unbox(value, as: T.self) else { throw wrongType(type) }
    return value
  }

  /// Reads this literal as a value of a type known only at run time.
  public func value(ofType type: Any.Type) throws(ValueError) -> Any {
    try reader.build(node, TextSchema.of(type))
  }

  /// Returns an error located at this literal.
  public func error(
    _ code: ValueError.Code, _ message: String, candidates: [String] = [], notes: [String] = []
  ) -> ValueError {
    ValueError(code, range, message, candidates: candidates, notes: notes)
  }

  /// Returns the error for a literal that cannot be read as `type`.
  public func wrongType(_ type: Any.Type, candidates: [String] = []) -> ValueError {
    error(
      .wrongType, "expected \(TypeName.spell(type)), found \(reader.describe(node))",
      candidates: candidates)
  }

  /// The value of a JSON string. `nil` for any other literal, including strings of the value
  /// syntax.
  var jsonString: String? { syntaxNode.detail & SyntaxNode.json != 0 ? string : nil }

  /// Returns the value of a JSON object's only member if its key is `key`.
  func onlyMember(named key: String) -> Literal? {
    guard syntaxNode.kind == .object else { return nil }
    let members = members
    return members.count == 1 && members[0].label == key ? members[0].literal : nil
  }

  /// Returns the only argument of a call to one of `names` if it has no label.
  func onlyArgument(of names: String...) -> Literal? {
    guard let callee, names.contains(callee) else { return nil }
    let arguments = arguments
    guard arguments.count == 1, arguments[0].label == nil else { return nil }
    return arguments[0].literal
  }

  /// Returns the only argument of a call to `name` or `init` if it has this label.
  func onlyArgument(of name: String, labelled label: String) -> Literal? {
    guard callee == name || callee == "init" else { return nil }
    let arguments = arguments
    guard arguments.count == 1, arguments[0].label == label else { return nil }
    return arguments[0].literal
  }

  /// The text between the parentheses of customDump's `UUID(0000…)`.
  var raw: String? {
    syntaxNode.kind == .raw
      ? reader.tree.name(node).trimmingSpaces
      : nil
  }

  var isNil: Bool {
    guard syntaxNode.kind == .name else { return false }
    return isWord("nil") || (syntaxNode.detail & SyntaxNode.json != 0 && isWord("null"))
  }

  func isWord(_ text: StaticString) -> Bool {
    guard syntaxNode.kind == .name else { return false }
    let range = reader.tree.nameRange(node)
    guard range.count == text.utf8CodeUnitCount else { return false }
    return text.withUTF8Buffer { reader.tree.bytes[range].elementsEqual($0) }
  }
}

extension String {
  var trimmingSpaces: String {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (9...13).contains($0) }
    let bytes = utf8.drop(while: isSpace)
    guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return "" }
    return String(self[bytes.startIndex...last])
  }
}
