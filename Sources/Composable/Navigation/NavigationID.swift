import MachoMetadata

/// Which child a feature shows in one of its properties.
///
/// As upstream's it is the property, the case of the child's state if that is an enum, and the
/// `id` of the state or of the case's value if that is `Identifiable`. While it stays the same it
/// is the same child, however its state changes; when it changes the child's effects end.
@usableFromInline
struct NavigationID: Hashable, @unchecked Sendable {
  // Sendable, though its parts are not all checked to be: a key path and an `id` are values that
  // never change, and nothing is done with them here but to compare, to hash and to print them.
  private let site: Site
  private let id: AnyHashable?
  private let tag: Int?

  private enum Site: Hashable {
    case property(AnyKeyPath)
    case payload(of: ObjectIdentifier, type: ObjectIdentifier)
  }

  /// A child in an optional property.
  @usableFromInline
  init<State>(_ property: AnyKeyPath, holding state: State) {
    site = .property(property)
    tag = ActiveEnumCase(of: state)?.tag
    id = Self.id(of: state)
  }

  /// A child in a collection, by its id there.
  @usableFromInline
  init(_ property: AnyKeyPath, id: some Hashable) {
    site = .property(property)
    tag = nil
    self.id = AnyHashable(id)
  }

  /// A child in a case of an enum.
  @usableFromInline
  init<Root, State>(caseOf root: Root.Type, holding state: State) {
    site = .payload(of: ObjectIdentifier(root), type: ObjectIdentifier(State.self))
    tag = ActiveEnumCase(of: state)?.tag
    id = Self.id(of: state)
  }

  private static func id<State>(of state: State) -> AnyHashable? {
    if let state = state as? any Identifiable { return erasedID(of: state) }
    guard let payload = ActiveEnumCase(of: state)?.payload as? any Identifiable else { return nil }
    return erasedID(of: payload)
  }

  private static func erasedID(of value: some Identifiable) -> AnyHashable {
    AnyHashable(value.id)
  }
}

/// The case in which a value of an enum is.
struct ActiveEnumCase {
  let tag: Int
  /// The type of what the case holds, if it holds anything.
  let payloadType: Any.Type?
  private let value: Any
  private let schema: EnumSchema

  /// The case of a value, or `nil` if it is of no enum.
  init?<Value>(of value: Value) {
    guard TypeKind(of: Value.self) == .enumeration,
      let schema = try? EnumSchema.of(Value.self), let current = try? schema.currentCase(of: value)
    else { return nil }
    self.value = value
    self.schema = schema
    tag = current.tag
    payloadType = current.elements.count == 1 ? current.elements[0].type : nil
  }

  /// What the case holds, if that is one value.
  var payload: Any? {
    guard payloadType != nil else { return nil }
    return (try? schema.payload(of: value))?.first
  }
}
