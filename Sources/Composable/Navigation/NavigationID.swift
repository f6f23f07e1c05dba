import MachoMetadata

/// The identity of the child that a feature presents in one of its properties.
///
/// As upstream, it consists of the property, the case of the child's state if that is an enum, and
/// the `id` of the state or payload if that is `Identifiable`. While the ID stays equal, it is the
/// same child, however its state changes. When the ID changes, the child's effects are cancelled.
@usableFromInline
struct NavigationID: Hashable, @unchecked Sendable {
  // SAFETY: not all fields are checked to be `Sendable`. Key paths and `id`s are immutable values,
  // and they are only compared, hashed and printed here.
  private let site: Site
  private let id: AnyHashable?
  private let tag: Int?

  private enum Site: Hashable {
    case property(AnyKeyPath)
    case payload(of: ObjectIdentifier, type: ObjectIdentifier)
  }

  /// Creates the ID of a child in an optional property.
  @usableFromInline
  init<State>(_ property: AnyKeyPath, holding state: State) {
    site = .property(property)
    tag = ActiveEnumCase(of: state)?.tag
    id = Self.id(of: state)
  }

  /// Creates the ID of a child in a collection.
  @usableFromInline
  init(_ property: AnyKeyPath, id: some Hashable) {
    site = .property(property)
    tag = nil
    self.id = AnyHashable(id)
  }

  /// Creates the ID of a child in a case of an enum.
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

/// The current case of an enum value.
struct ActiveEnumCase {
  let tag: Int
  /// The payload's type if the case has exactly one payload value.
  let payloadType: Any.Type?
  private let value: Any
  private let schema: EnumSchema

  /// Reads the case of a value. Returns `nil` if the type is not an enum.
  init?<Value>(of value: Value) {
    guard TypeKind(of: Value.self) == .enumeration,
      let schema = try? EnumSchema.of(Value.self), let current = try? schema.currentCase(of: value)
    else { return nil }
    self.value = value
    self.schema = schema
    tag = current.tag
    payloadType = current.elements.count == 1 ? current.elements[0].type : nil
  }

  /// The payload, if it is exactly one value.
  var payload: Any? {
    guard payloadType != nil else { return nil }
    return (try? schema.payload(of: value))?.first
  }
}
