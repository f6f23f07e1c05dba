import MachoMetadata

/// What a text and a declaration disagree on. If the declaration has changed, this is what a migration has to
/// change.
package struct DeclarationMismatch: Equatable, Sendable {
  /// An argument in the text.
  struct Argument: Hashable, Sendable {
    /// The label. That of a value without one is its position: `1`.
    var name: String
    /// The text of the value.
    var text: String
    /// Whether the value is the `_` of a pattern.
    var isWildcard = false
  }

  /// A declared property or value of a payload.
  struct Parameter: Equatable, Sendable {
    /// The label. That of a value without one is its position: `1`.
    var name: String
    var type: Any.Type
    /// Whether a text must contain it, because it has no default.
    var isRequired: Bool

    static func == (one: Parameter, other: Parameter) -> Bool {
      one.name == other.name && one.type == other.type && one.isRequired == other.isRequired
    }
  }

  /// What the text contains and what is declared.
  enum Subject: Equatable, Sendable {
    /// The arguments of a struct or a case.
    case arguments([Argument], declared: [Parameter])
    /// A name that is not one of the declared properties or cases.
    case member(String, declared: [String])
  }

  /// The full name of the type, or of the case.
  let owner: [String]
  let subject: Subject

  init(owner: [String], _ subject: Subject) {
    self.owner = owner
    self.subject = subject
  }

  /// Creates the mismatch of a name that a type does not have. `nil` if the type has no members, or is a
  /// library's.
  package init?(member name: String, of type: Any.Type) {
    guard let owner = Self.owner(type) else { return nil }
    switch TextSchema.of(type).shape {
    case .structure(let schema):
      self.init(owner: owner, .member(name, declared: schema.visible.map(\.name)))
    case .enumeration(let schema):
      self.init(owner: owner, .member(name, declared: schema.metadata.cases.map(\.name)))
    case .convertible, .tuple, .decodable, .existential, .refused: return nil
    }
  }

  /// Returns the full name of a type. `nil` for a type of a library or of the runtime, whose declaration
  /// changes with its version only.
  static func owner(_ type: Any.Type) -> [String]? {
    guard let module = TypeName.module(type), !KnownTypes.libraryModules.contains(module),
      !KnownTypes.isRuntimeType(type)
    else { return nil }
    return TypeName.path(type)
  }
}

extension DeclarationMismatch {
  /// Whether the mismatch is about the arguments of a struct or a case, and not about a name.
  package var isOfArguments: Bool {
    if case .arguments = subject { true } else { false }
  }

  /// Returns the changes of the declaration after which the text is an error: alternatives, the likeliest
  /// one first. Empty if they are not known.
  package func alternatives(_ syntax: ValueSyntax) -> [[MemberChange]] {
    switch subject {
    case .arguments(let written, let declared):
      let alignment = ArgumentAlignment(written, declared, syntax)
      let changes = alignment.changes(of: owner) ?? []
      return changes.isEmpty ? [] : [changes]
    case .member(let name, let declared):
      // A case with a similar name may be another one, because names of actions often differ in one word only. So both
      // changes are suggested.
      let renaming = Suggestions.nearest(to: name, among: declared).first.map { new in
        [MemberChange(owner: owner, member: name, kind: .rename(new))]
      }
      let removal = [MemberChange(owner: owner, member: name, kind: .remove)]
      return [renaming, removal].compactMap(\.self)
    }
  }
}
