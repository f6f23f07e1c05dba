import MachoMetadata

/// A value seen as something that has parts with names.
enum CompositeValue {
  case structure(StructTextSchema)
  case enumeration(EnumSchema)
  case tuple(TupleSchema)
  case object(Mirror)
  case other

  init(_ value: Any) {
    let type = Swift.type(of: value)
    switch TextSchema.of(type).shape {
    case .structure(let plan): self = .structure(plan)
    case .enumeration(let plan): self = .enumeration(plan.metadata)
    case .tuple(let schema): self = .tuple(schema)
    case .convertible(let known):
      // A user's type with text of its own keeps its properties; a library's shows none.
      guard !KnownTypes.isLibraryType(known), let schema = try? StructSchema.of(type) else {
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

/// The stored properties of an instance, its superclasses' after its own.
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
  /// The names by which a path may go on from `root`.
  func memberNames(of root: TypedValue) -> [String] {
    var names: [String] = []
    switch CompositeValue(root.value) {
    case .structure(let plan): names = plan.visible.map(\.name)
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
