import MachoLocks
import MachoMetadata

/// The description of how values of one type are read and printed. Computed once per type and
/// cached.
final class TextSchema: Sendable {
  enum Shape: Sendable {
    /// A type with its own `read` and `write`.
    case convertible(any TextConvertible.Type)
    case enumeration(EnumTextSchema)
    case structure(StructTextSchema)
    case tuple(TupleSchema)
    /// A type that only its own Decodable conformance can build.
    case decodable
    /// `Any`, `any Error`, `any P`. The text determines the concrete type.
    case existential
    /// A type without text. Holds the reason, and whether registering a leaf can add text.
    case refused(String, isRegistrable: Bool)
  }

  let type: Any.Type
  let shape: Shape
  /// Whether its text is its content's text, with nothing around it.
  let isTransparent: Bool

  private static let cache = Lock<[ObjectIdentifier: TextSchema]>([:])

  static func of(_ type: Any.Type) -> TextSchema {
    let key = ObjectIdentifier(type)
    if let schema = cache.withLock({ $0[key] }) { return schema }
    // Created outside the lock, because creating it may take the lock again. The first schema
    // stored wins.
    let schema = TextSchema(type)
    return cache.withLock { cache in
      if let earlier = cache[key] { return earlier }
      cache[key] = schema
      return schema
    }
  }

  private init(_ type: Any.Type) {
    self.type = type
    shape = TextSchema.shape(of: type)
    isTransparent = type is any OptionalValue.Type || type is any TextProxied.Type
  }

  var name: String { TypeName.spell(type) }

  private static func shape(of type: Any.Type) -> Shape {
    if let type = type as? any TextConvertible.Type { return .convertible(type) }
    let shape = describedShape(of: type)
    guard case .refused = shape, TypeKind(of: type) != .classType, type is any Decodable.Type
    else { return shape }
    return .decodable
  }

  /// Derives the shape of a type without its own text from runtime metadata.
  private static func describedShape(of type: Any.Type) -> Shape {
    do {
      switch TypeKind(of: type) {
      case .enumeration, .optional: return .enumeration(EnumTextSchema(try EnumSchema.of(type)))
      case .structure:
        if let reason = structRefusalReason(type) { return .refused(reason, isRegistrable: true) }
        return .structure(StructTextSchema(try StructSchema.of(type)))
      case .tuple: return .tuple(try TupleSchema.of(type))
      case .existential, .constrainedExistential: return .existential
      case .classType:
        return .refused("class instances have no text form", isRegistrable: true)
      case .function: return .refused("functions have no text form", isRegistrable: false)
      case .metatype, .existentialMetatype:
        return .refused("types have no text form", isRegistrable: false)
      case .other: return .refused("it has no runtime metadata", isRegistrable: false)
      }
    } catch {
      let isRegistrable = error.reason != .noncopyable
      return .refused("it \(error.reason.rawValue)", isRegistrable: isRegistrable)
    }
  }

  /// Whether text can build the field. Recurses only into structs and tuples, which cannot contain
  /// themselves. Other fields are assumed buildable and checked when they are read.
  static func canBuild(_ field: Field) -> Bool {
    guard field.unsupportedReason == nil else { return false }
    if field.type is any OptionalValue.Type { return true }
    switch TextSchema.of(field.type).shape {
    case .refused: return false
    case .structure(let schema):
      return schema.needsDecoder || schema.properties.allSatisfy { canBuild($0.field) }
    case .tuple(let schema): return schema.elements.allSatisfy(canBuild)
    default: return true
    }
  }

  /// Returns why text cannot build a struct, or `nil`. A library's struct has invariants between
  /// its properties that only its own initializers maintain.
  private static func structRefusalReason(_ type: Any.Type) -> String? {
    guard let module = TypeName.module(type), KnownTypes.libraryModules.contains(module),
      !KnownTypes.memberwiseStructs.contains(TypeName.spell(type))
    else { return nil }
    return "only its own initializers in \(module) can build it"
  }
}

/// An enum's cases with their names as UTF-8, for matching against source bytes.
final class EnumTextSchema: Sendable {
  let names: [[UInt8]]
  /// Names shared by several cases, which differ in their labels.
  let sharedNames: Set<String>
  let path: [[UInt8]]
  let metadata: EnumSchema
  /// The case `element(id:action:)` of an `ElementAddressed` type.
  let elementCase: EnumCase?

  init(_ metadata: EnumSchema) {
    self.metadata = metadata
    names = metadata.casesByTag.map { Array($0.name.utf8) }
    var seen: Set<String> = []
    sharedNames = Set(metadata.casesByTag.map(\.name).filter { !seen.insert($0).inserted })
    path = TypePath.bytes(of: metadata.type)
    elementCase =
      metadata.type is any ElementAddressed.Type
      ? metadata.casesByTag.first {
        $0.name == "element" && $0.elements.map(\.label) == ["id", "action"]
      } : nil
  }
}

/// A struct's stored properties under their source names.
final class StructTextSchema: Sendable {
  struct Property: Sendable {
    let index: Int
    /// The source name, without the underscore that a macro or property wrapper adds.
    let name: String
    let nameBytes: [UInt8]
    let storedBytes: [UInt8]
    let field: Field
    let isHidden: Bool
    /// The field's type, if it has a JSON form of its own.
    let representable: (any JSONRepresentable.Type)?

    /// Whether a macro or property wrapper stores the property under another name.
    var isWrapped: Bool { field.label != name }
  }

  let properties: [Property]
  let visible: [Property]
  let path: [[UInt8]]
  let metadata: StructSchema
  /// Whether text cannot build some stored property and the type is Decodable.
  let needsDecoder: Bool
  /// The defaults that were read, by the index of the property.
  private let defaults = Lock<[Int: SourceDefault]>([:])

  init(_ metadata: StructSchema) {
    self.metadata = metadata
    let stored = Set(metadata.properties.map { $0.label ?? "" })
    properties = metadata.properties.enumerated().map { index, field in
      let label = field.label ?? ""
      let source = SourceName.of(label)
      let name = source == label || stored.contains(source) ? label : source
      return Property(
        index: index, name: name, nameBytes: Array(name.utf8), storedBytes: Array(label.utf8),
        field: field, isHidden: SourceName.isHidden(label),
        representable: field.type as? any JSONRepresentable.Type)
    }
    visible = properties.filter { !$0.isHidden }
    path = TypePath.bytes(of: metadata.type)
    needsDecoder =
      metadata.type is any Decodable.Type
      && metadata.properties.contains { !TextSchema.canBuild($0) }
  }

  func property(named range: Range<Int>, in tree: SyntaxTree) -> Property? {
    // PERFORMANCE: by index, to copy only the property that matches.
    for index in visible.indices
    where tree.spells(range, visible[index].nameBytes)
      || tree.spells(range, visible[index].storedBytes)
    {
      return visible[index]
    }
    return nil
  }

  func property(named name: String) -> Property? {
    visible.first { $0.name == name || $0.field.label == name }
  }

  /// Returns the default of a property in the source. Reads it once.
  func sourceDefault(of property: Property) -> SourceDefault {
    if let known = defaults.withLock({ $0[property.index] }) { return known }
    // Reads outside the lock, because the functions are the user's code.
    let found = SourceDefault(of: property, in: metadata.type)
    defaults.withLock { $0[property.index] = found }
    return found
  }
}

/// Returns the source name of a stored property: `isLoading` for `_isLoading`.
package func sourceName(ofStorage label: String) -> String { SourceName.of(label) }

/// The source names of stored properties.
enum SourceName {
  /// Returns `isLoading` for `_isLoading`, the storage that a macro or a property wrapper declares.
  static func of(_ stored: String) -> String {
    if stored.hasPrefix("`_") { return "`" + stored.dropFirst(2) }
    guard stored.hasPrefix("_"), stored.utf8.count > 1,
      let second = stored.utf8.dropFirst().first, second != UInt8(ascii: "_"), !isDigit(second)
    else { return stored }
    return String(stored.dropFirst())
  }

  /// Whether the storage does not appear in the source, such as `_$observationRegistrar` and
  /// `$__lazy_storage_$_x`.
  static func isHidden(_ stored: String) -> Bool {
    stored.hasPrefix("_$") || stored.hasPrefix("$")
  }
}

enum TypePath {
  /// Returns the components of a type's name as UTF-8.
  static func bytes(of type: Any.Type) -> [[UInt8]] {
    TypeName.path(type).map { Array($0.utf8) }
  }
}

extension Field {
  /// The type of the text: `Int` for a shared value of that type.
  var textTypeName: String {
    TypeName.spell((type as? any TextOverlaying.Type)?.proxyType ?? type)
  }
}
