/// User-registered text for types, and values for storage that text cannot build.
///
/// ```swift
/// var leaves = LeafRegistry.standard
/// leaves.register(Color.self, read: { Color(hex: $0.string ?? "") }, print: { "\"\($0.hex)\"" })
/// leaves.registerConcrete(NetworkError.self) // of another module, for `any Error`
/// leaves.registerHidden(Registrar.self) { Registrar() } // a macro's storage, never typed
/// ```
public struct LeafRegistry: Sendable {
  struct Leaf: Sendable {
    let read: @Sendable (Literal) throws(ValueError) -> Any
    let print: @Sendable (Any) -> String
    let source: (@Sendable (Any) -> String)?
  }

  /// The default registry.
  public static let standard = LeafRegistry()

  private var leaves: [ObjectIdentifier: Leaf] = [:]
  private var hidden: [ObjectIdentifier: @Sendable () -> Any] = [:]
  private(set) var concreteTypes: [Any.Type] = [ScriptedError.self]

  /// Creates an empty registry.
  public init() {}

  /// Registers how `T` is read and printed. `read` returns `nil` for a literal that is not a `T`.
  /// `source` returns the Swift expression for a value, used by session exports.
  public mutating func register<T>(
    _ type: T.Type, read: @escaping @Sendable (Literal) -> T?,
    print: @escaping @Sendable (T) -> String, source: (@Sendable (T) -> String)? = nil
  ) {
    var expression: (@Sendable (Any) -> String)?
    if let source { expression = { unbox($0, as: T.self).map(source) ?? "\($0)" } }
    leaves[ObjectIdentifier(type)] = Leaf(
      read: { literal throws(ValueError) in
        guard let value = read(literal) else { throw literal.wrongType(T.self) }
        return value
      },
      print: { unbox($0, as: T.self).map(print) ?? "\($0)" },
      source: expression)
  }

  /// Registers a type that may appear where only a protocol such as `any Error` is declared. Errors
  /// of the feature's own modules need no registration.
  public mutating func registerConcrete(_ type: Any.Type) {
    concreteTypes.append(type)
  }

  /// Registers a factory for hidden storage of type `T` in structs that text builds.
  public mutating func registerHidden<T>(_ type: T.Type, make: @escaping @Sendable () -> T) {
    hidden[ObjectIdentifier(type)] = make
  }

  /// Whether no type's text is registered.
  var isEmpty: Bool { leaves.isEmpty }

  func leaf(_ type: Any.Type) -> Leaf? {
    leaves.isEmpty ? nil : leaves[ObjectIdentifier(type)]
  }

  func hiddenValue(_ type: Any.Type) -> Any? { hidden[ObjectIdentifier(type)]?() }
}
