import MachoMetadata

/// An Optional whose wrapped type is erased.
protocol OptionalValue: TextConvertible {
  static var nilValue: Any { get }
  static var wrappedType: Any.Type { get }
  /// Wraps a value. Returns `nil` if it is not of the wrapped type.
  static func lift(_ value: Any) -> Any?
  var wrappedValue: Any? { get }
}

/// `nil`, the wrapped value, or `.some(…)` if these are ambiguous. In JSON `null` and `{"some":
/// …}`.
extension Optional: TextConvertible, OptionalValue {
  static var nilValue: Any { Self.none as Any }
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { map { unnested($0) } }

  static func lift(_ value: Any) -> Any? {
    unbox(value, as: Wrapped.self).map { Self.some($0) as Any }
  }

  public static func read(_ literal: Literal) throws(ValueError) -> Wrapped? {
    if literal.isNil || literal.isWord("none") { return nil }
    var inside =
      literal.onlyArgument(of: "some") ?? literal.onlyMember(named: "some") ?? literal
    let tree = literal.reader.tree
    if tree[literal.node].kind == .chain, tree.name(literal.node) == "some",
      let rest = tree.firstChild(literal.node)
    {
      inside = Literal(reader: literal.reader, node: rest)
    }
    return try inside.value(as: Wrapped.self)
  }

  public func write(to printer: inout ValuePrinter) {
    guard let wrapped = self else { return printer.write(text: "nil") }
    let text = printer.text(of: wrapped, as: Wrapped.self)
    let bare = text.first == "." ? text.dropFirst() : text[...]
    let name = bare.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    if name == "nil" || name == "none" || name == "some" {
      printer.write(text: "some(\(text))")
    } else {
      printer.write(text: String(bare))
    }
  }
}

/// Returns the content of nested Optionals. `nil` for `nil`; other values are returned unchanged.
func flattened(_ value: Any) -> Any? {
  guard let optional = value as? any OptionalValue else { return value }
  guard type(of: value) is any OptionalValue.Type else { return value }
  return optional.wrappedValue.flatMap(flattened)
}

/// Returns the content of Optionals and of property wrappers, which paths see through. `nil` if it is absent.
func unwrappedContent(_ value: Any) -> Any? {
  var content = flattened(value)
  while let wrapper = content as? any PathTransparent, !(content is any Collection) {
    content = flattened(wrapper.pathContent.value)
  }
  return content
}

/// Returns the type of what `unwrappedContent` returns for a value of a type. `nil` if only a value tells.
func unwrappedContentType(_ type: Any.Type) -> Any.Type? {
  var content = withoutOptional(type)
  while content is any PathTransparent.Type, !(content is any Collection.Type) {
    guard let proxied = content as? any TextProxied.Type else { return nil }
    content = withoutOptional(proxied.proxyType)
  }
  switch TypeKind(of: content) {
  case .existential, .constrainedExistential, .classType: return nil
  default: return content == AnyHashable.self ? nil : content
  }
}

/// Returns the type inside all Optionals around it.
func withoutOptional(_ type: Any.Type) -> Any.Type {
  var type = type
  while let optional = type as? any OptionalValue.Type { type = optional.wrappedType }
  return type
}
