import MachoMetadata

/// One piece of text as a type sees it that reads itself: a string, a number, a word or a call.
public struct Literal {
  let reader: ValueReader
  let node: Int

  /// One argument of a call.
  public struct Argument {
    /// The label before it; nil for none.
    public let label: String?
    /// What was given.
    public let literal: Literal
  }

  private var syntaxNode: SyntaxNode { reader.tree[node] }

  /// Where it stands in the text that is being read.
  public var range: Range<Int> { reader.tree.range(node) }

  /// The text as it stands.
  public var text: String { reader.tree.text(range) }

  /// The value of a string literal; nil for other literals.
  public var string: String? {
    syntaxNode.kind == .string ? try? reader.tree.stringValue(node) : nil
  }

  /// The text of a number with whatever is glued to it, `300ms`; nil for other literals.
  public var number: String? {
    syntaxNode.kind == .number ? text : nil
  }

  /// A name alone, without its leading dot; nil for other literals.
  public var word: String? {
    syntaxNode.kind == .name ? reader.tree.name(node) : nil
  }

  /// The number behind `#`; nil for other literals.
  public var ordinal: Int? {
    syntaxNode.kind == .ordinal ? Int(reader.tree.name(node)) : nil
  }

  /// The components of a key path literal; nil for other literals.
  public var keyPath: String? {
    syntaxNode.kind == .keyPath ? reader.tree.name(node) : nil
  }

  /// The name in front of a call's arguments, `init` for an object of JSON; nil for other literals.
  public var callee: String? {
    switch syntaxNode.kind {
    case .call: reader.tree.name(node)
    case .object: "init"
    default: nil
    }
  }

  /// The arguments of a call, the members of an object of JSON, the elements of an array or of a
  /// tuple; empty for other literals.
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

  /// An object's members under their keys.
  private var members: [Argument] {
    let nodes = reader.tree.children(node)
    return stride(from: 0, to: nodes.count, by: 2).map { index in
      Argument(
        label: try? reader.tree.stringValue(nodes[index]),
        literal: Literal(reader: reader, node: nodes[index + 1]))
    }
  }

  /// Reads this literal as a value of another type.
  public func value<T>(as type: T.Type) throws(ValueError) -> T {
    let value = try reader.build(node, TextSchema.of(type))
    guard let value = unbox(value, as: T.self) else { throw wrongType(type) }
    return value
  }

  /// Reads this literal as a value of a type known only at run time.
  public func value(ofType type: Any.Type) throws(ValueError) -> Any {
    try reader.build(node, TextSchema.of(type))
  }

  /// An error about this literal.
  public func error(
    _ code: ValueError.Code, _ message: String, candidates: [String] = [], notes: [String] = []
  ) -> ValueError {
    ValueError(code, range, message, candidates: candidates, notes: notes)
  }

  /// The error of a literal that does not read as `type`.
  public func wrongType(_ type: Any.Type, candidates: [String] = []) -> ValueError {
    error(
      .wrongType, "expected \(TypeName.spell(type)), found \(reader.describe(node))",
      candidates: candidates)
  }

  /// The value of a string of JSON; nil for other literals, strings of a line included.
  var jsonString: String? { syntaxNode.detail & SyntaxNode.json != 0 ? string : nil }

  /// What stands under the only key of an object of JSON, if the key is this.
  func onlyMember(named key: String) -> Literal? {
    guard syntaxNode.kind == .object else { return nil }
    let members = members
    return members.count == 1 && members[0].label == key ? members[0].literal : nil
  }

  /// The only argument, unlabelled, of a call to one of `names`.
  func onlyArgument(of names: String...) -> Literal? {
    guard let callee, names.contains(callee) else { return nil }
    let arguments = arguments
    guard arguments.count == 1, arguments[0].label == nil else { return nil }
    return arguments[0].literal
  }

  /// The only argument, with one label, of a call.
  func onlyArgument(of name: String, labelled label: String) -> Literal? {
    guard callee == name || callee == "init" else { return nil }
    let arguments = arguments
    guard arguments.count == 1, arguments[0].label == label else { return nil }
    return arguments[0].literal
  }

  /// What stands between the parentheses of customDump's `UUID(0000…)`.
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
