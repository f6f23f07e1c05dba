import CustomDump
import MachoLocks
import MachoMetadata

/// Facts about the types whose values may refer to objects: instances of classes that a feature
/// declares.
package enum ObjectTypes {
  private static let cache = Lock<[ObjectIdentifier: Bool]>([:])

  /// Whether a value of a type may refer to an object that a program can change in place. `false` for
  /// classes of the libraries below, which are parts of values, for actors, whose content only they
  /// can read, and for functions.
  package static func mayOccur(in type: Any.Type) -> Bool {
    if let known = cache.withLock({ $0[ObjectIdentifier(type)] }) { return known }
    var visited: Set<ObjectIdentifier> = []
    let isFound = search(type, &visited)
    cache.withLock { $0[ObjectIdentifier(type)] = isFound }
    return isFound
  }

  private static let unretained = Lock<[ObjectIdentifier: Set<String>]>([:])

  /// Returns the names of the `weak` and `unowned` properties of a type.
  static func unretainedProperties(of type: Any.Type) -> Set<String> {
    let id = ObjectIdentifier(type)
    if let known = unretained.withLock({ $0[id] }) { return known }
    let names = namesOfUnretainedProperties(of: type)
    unretained.withLock { $0[id] = names }
    return names
  }

  private static func search(_ type: Any.Type, _ visited: inout Set<ObjectIdentifier>) -> Bool {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return false }
    switch TypeKind(of: type) {
    case .classType: return isObject(type)
    // Errors are values in practice, and parts of many states.
    case .existential: return type != (any Error).self
    case .constrainedExistential: return true
    case .tuple: return (tupleElements(of: type) ?? []).contains { search($0.type, &visited) }
    case .structure, .enumeration, .optional:
      if isLibraryType(type) {
        return genericArguments(of: type).contains { search($0, &visited) }
      }
      return fields(of: type).contains { search($0.type, &visited) }
    default: return false
    }
  }

  private static func fields(of type: Any.Type) -> [Field] {
    if TypeKind(of: type) == .structure { return (try? StructSchema.of(type))?.properties ?? [] }
    return (try? EnumSchema.of(type))?.cases.flatMap(\.elements) ?? []
  }

  /// Whether a class is one whose instances are captured.
  static func isObject(_ type: Any.Type) -> Bool {
    !isLibraryType(type) && !(type is any Actor.Type) && !(type is any _CustomDiffObject.Type)
  }

  /// Whether a type's own parts are implementation details, unlike its generic arguments.
  static func isLibraryType(_ type: Any.Type) -> Bool {
    TypeName.module(type).map(libraries.contains) ?? false
  }

  private static let libraries: Set = [
    "Combine", "Composable", "ComposableCombine", "CustomDump", "Dispatch", "Foundation",
    "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "IssueReporting", "MachoArchitectures", "Observation", "OpenCombine", "OrderedCollections",
    "Swift", "Synchronization", "_Concurrency", "__C",
  ]
}
