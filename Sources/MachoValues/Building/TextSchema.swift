import MachoLocks
import MachoMetadata

/// How the values of one type are read and printed, found out once.
final class TextSchema: Sendable {
  enum Shape: Sendable {
    /// A type that brings its own text.
    case convertible(any TextConvertible.Type)
    case enumeration(EnumTextSchema)
    case structure(StructTextSchema)
    case tuple(TupleSchema)
    /// Only its own Decodable conformance can build it.
    case decodable
    /// `Any`, `any Error`, `any P`: read by what the text says.
    case existential
    /// Why there is no text for it, and whether a registered leaf could give it one.
    case refused(String, isRegistrable: Bool)
  }

  let type: Any.Type
  let shape: Shape
  /// Whether its text is that of what it holds, with nothing around it.
  let isTransparent: Bool

  private let cachedDirectReader = OnceCell<DirectReader>()

  /// The reader of what is written plainly, made when it is needed first.
  var directReader: DirectReader {
    cachedDirectReader.instance { DirectReaderFactory.makeReader(self) }
  }

  private static let cache = Lock<[ObjectIdentifier: TextSchema]>([:])

  static func of(_ type: Any.Type) -> TextSchema {
    let key = ObjectIdentifier(type)
    if let plan = cache.withLock({ $0[key] }) { return plan }
    // Made outside the lock, which making it may need again; the first one made is kept.
    let plan = TextSchema(type)
    return cache.withLock { known in
      if let earlier = known[key] { return earlier }
      known[key] = plan
      return plan
    }
  }

  private init(_ type: Any.Type) {
    self.type = type
    shape = TextSchema.shape(of: type)
    isTransparent = type is any OptionalValue.Type || type is any TextProxied.Type
  }

  var name: String { TypeName.spell(type) }

  private static func shape(of type: Any.Type) -> Shape {
    if let known = type as? any TextConvertible.Type { return .convertible(known) }
    let shape = describedShape(of: type)
    guard case .refused = shape, TypeKind(of: type) != .classType, type is any Decodable.Type
    else { return shape }
    return .decodable
  }

  /// What the runtime tells of a type that brings no text of its own.
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
        return .refused("instances of a class are not written as text", isRegistrable: true)
      case .function: return .refused("functions are not written as text", isRegistrable: false)
      case .metatype, .existentialMetatype:
        return .refused("types are not written as text", isRegistrable: false)
      case .other: return .refused("the runtime does not describe it", isRegistrable: false)
      }
    } catch {
      let isRegistrable = error.reason != .noncopyable
      return .refused("it \(error.reason.rawValue)", isRegistrable: isRegistrable)
    }
  }

  /// Whether text can give the part. Only structs and tuples are looked into, which cannot hold
  /// themselves; any other part is taken at its word until it is read.
  static func canBuild(_ part: Field) -> Bool {
    guard part.refusal == nil else { return false }
    if part.type is any OptionalValue.Type { return true }
    switch TextSchema.of(part.type).shape {
    case .refused: return false
    case .structure(let plan):
      return plan.needsDecoder || plan.properties.allSatisfy { canBuild($0.field) }
    case .tuple(let schema): return schema.elements.allSatisfy(canBuild)
    default: return true
    }
  }

  /// A library's struct keeps rules among its properties that only its own initializers know.
  private static func structRefusalReason(_ type: Any.Type) -> String? {
    guard let module = TypeName.module(type), KnownTypes.libraryModules.contains(module),
      !KnownTypes.memberwiseStructs.contains(TypeName.spell(type))
    else { return nil }
    return "it belongs to \(module), which keeps its own rules for it"
  }
}

/// An enum's cases, ready to be found by the bytes of a name.
struct EnumTextSchema: Sendable {
  let metadata: EnumSchema
  let names: [[UInt8]]
  /// The names that several cases have, which differ in their labels.
  let sharedNames: Set<String>
  let path: [[UInt8]]

  init(_ schema: EnumSchema) {
    self.metadata = schema
    names = schema.casesByTag.map { Array($0.name.utf8) }
    var seen: Set<String> = []
    sharedNames = Set(schema.casesByTag.map(\.name).filter { !seen.insert($0).inserted })
    path = TypePath.bytes(of: schema.type)
  }
}

/// A struct's stored properties under the names that its source gives them.
struct StructTextSchema: Sendable {
  struct Property: Sendable {
    let index: Int
    /// As in the source: without the underscore under which a macro or a wrapper stores it.
    let name: String
    let nameBytes: [UInt8]
    let storedBytes: [UInt8]
    let field: Field
    let isHidden: Bool
  }

  let metadata: StructSchema
  let properties: [Property]
  let visible: [Property]
  let path: [[UInt8]]
  /// Whether text cannot give some stored property, and the type's Decodable conformance can.
  let needsDecoder: Bool

  init(_ schema: StructSchema) {
    self.metadata = schema
    let stored = Set(schema.properties.map { $0.label ?? "" })
    properties = schema.properties.enumerated().map { index, part in
      let label = part.label ?? ""
      let source = SourceName.of(label)
      let name = source == label || stored.contains(source) ? label : source
      return Property(
        index: index, name: name, nameBytes: Array(name.utf8), storedBytes: Array(label.utf8),
        field: part, isHidden: SourceName.isHidden(label))
    }
    visible = properties.filter { !$0.isHidden }
    path = TypePath.bytes(of: schema.type)
    needsDecoder =
      schema.type is any Decodable.Type && schema.properties.contains { !TextSchema.canBuild($0) }
  }

  func property(named range: Range<Int>, in tree: SyntaxTree) -> Property? {
    // By index: a property is copied only when it is the one.
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
}

/// The names under which the source knows stored properties.
enum SourceName {
  /// `_isLoading` is what a macro or a property wrapper makes of `isLoading`.
  static func of(_ stored: String) -> String {
    guard stored.hasPrefix("_"), stored.utf8.count > 1,
      let second = stored.utf8.dropFirst().first, second != UInt8(ascii: "_"), !isDigit(second)
    else { return stored }
    return String(stored.dropFirst())
  }

  /// `_$observationRegistrar` and `$__lazy_storage_$_x` are not of the source at all.
  static func isHidden(_ stored: String) -> Bool {
    stored.hasPrefix("_$") || stored.hasPrefix("$")
  }
}

enum TypePath {
  /// The components of a type's name, each as UTF-8.
  static func bytes(of type: Any.Type) -> [[UInt8]] {
    TypeName.path(type).map { Array($0.utf8) }
  }
}
