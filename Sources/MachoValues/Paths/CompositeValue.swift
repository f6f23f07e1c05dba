import MachoMetadata

/// The structure of a value that has named fields.
enum CompositeValue {
  case structure(StructTextSchema)
  case enumeration(EnumSchema)
  case tuple(TupleSchema)
  case object(Mirror)
  case other

  init(_ value: Any) {
    let type = Swift.type(of: value)
    switch TextSchema.of(type).shape {
    // PERFORMANCE: in this order, because a missing conformance is searched for in all libraries.
    case .structure where KnownTypes.isRuntimeType(type) && value is any PathTransparent:
      self = .other
    case .structure(let schema): self = .structure(schema)
    case .enumeration(let schema): self = .enumeration(schema.metadata)
    case .tuple(let schema): self = .tuple(schema)
    case .convertible(let convertible):
      // A user's type with its own text exposes its properties. A library's type exposes none, nor
      // does a type of the runtime, whose properties are storage.
      guard !KnownTypes.isLibraryType(convertible), let schema = try? StructSchema.of(type) else {
        self = .other
        return
      }
      self = .structure(StructTextSchema(schema))
    case .refused, .decodable:
      self = TypeKind(of: type) == .classType ? .object(Mirror(reflecting: value)) : .other
    case .existential: self = .other
    }
  }
}

/// Returns the stored properties of an instance, followed by its superclasses' properties.
func classMembers(_ mirror: Mirror) -> [(name: String, value: Any)] {
  var members: [(name: String, value: Any)] = []
  var current: Mirror? = mirror
  while let mirror = current {
    for child in mirror.children {
      guard let label = child.label, !SourceName.isHidden(label) else { continue }
      members.append((SourceName.of(label), child.value))
    }
    current = mirror.superclassMirror
  }
  return members
}

extension PathWalker {
  /// Returns the names that may follow `root` in a path.
  func memberNames(of root: TypedValue) -> [String] {
    var names: [String] = []
    switch CompositeValue(root.value) {
    case .structure(let schema): names = schema.visible.map(\.name)
    case .enumeration(let schema):
      names = (try? schema.currentCase(of: root.value)).map { [$0.name] } ?? []
    case .tuple(let schema):
      names = schema.elements.enumerated().map { $1.label ?? "\($0)" }
    case .object(let mirror): names = classMembers(mirror).map(\.name)
    case .other: break
    }
    names += computed.names(of: Swift.type(of: root.value))
    if let transparent = root.value as? any PathTransparent,
      let content = flattened(transparent.pathContent.value)
    {
      names += memberNames(of: TypedValue(content)).filter { !names.contains($0) }
    }
    return names + builtIns(of: root.value).filter { !names.contains($0) }
  }
}
