import MachoMetadata
import OrderedCollections

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The standard library and Foundation types with text. Each file in this folder defines one
/// family, listed in `all`.
enum KnownTypes {
  /// A family of types: the file that defines it, and some of its types.
  struct Family: Sendable {
    let file: String
    let types: [any TextConvertible.Type]
    /// Whether the text of each value begins with the name of its type: `UUID(1)`. Default: `false`.
    var includesName = false
  }

  /// All files in this folder. A test fails if one is missing.
  static let all: [Family] = [
    Family(file: "AnyHashable", types: [AnyHashable.self]),
    Family(file: "Bool", types: [Bool.self]),
    Family(
      file: "Calendar",
      types: [Calendar.self, DateComponents.self, Locale.self, TimeZone.self], includesName: true),
    Family(file: "Collections", types: [[Int].self, Set<Int>.self, [String: Int].self]),
    Family(file: "Data", types: [Data.self], includesName: true),
    Family(file: "Date", types: [Date.self], includesName: true),
    Family(file: "Decimal", types: [Decimal.self]),
    Family(file: "Duration", types: [Duration.self]),
    Family(file: "Errors", types: [ScriptedError.self]),
    Family(file: "Floats", types: floats),
    Family(file: "IndexPath", types: [IndexPath.self]),
    Family(
      file: "Integers",
      types: [
        Int.self, Int8.self, Int16.self, Int32.self, Int64.self, Int128.self,
        UInt.self, UInt8.self, UInt16.self, UInt32.self, UInt64.self, UInt128.self,
      ]),
    Family(file: "Optional", types: [Int?.self]),
    Family(file: "OrderedCollections", types: [OrderedSet<Int>.self]),
    Family(
      file: "Ranges",
      types: [
        Range<Int>.self, ClosedRange<Int>.self, PartialRangeFrom<Int>.self,
        PartialRangeThrough<Int>.self, PartialRangeUpTo<Int>.self,
      ]),
    Family(
      file: "Strings",
      types: [String.self, Substring.self, Character.self, Unicode.Scalar.self]),
    Family(file: "URL", types: [URL.self], includesName: true),
    Family(file: "UUID", types: [UUID.self], includesName: true),
  ]

  /// The floating-point types of the platform.
  private static var floats: [any TextConvertible.Type] {
    var types: [any TextConvertible.Type] = [Double.self, Float.self]
    #if !(os(macOS) && arch(x86_64))
      types.append(Float16.self)
    #endif
    #if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
      types.append(Float80.self)
    #endif
    return types
  }

  /// The types by name, for text without a declared type. AnyHashable is excluded, because its name
  /// implies no type.
  static let byName: [String: any TextConvertible.Type] = {
    var names: [String: any TextConvertible.Type] = [:]
    for type in all.flatMap(\.types)
    where !(type is any OptionalValue.Type) && type != AnyHashable.self {
      names[TypeName.spell(type)] = type
    }
    return names
  }()

  /// The types whose text begins with their name.
  static let namedInText = Set(
    all.filter(\.includesName).flatMap(\.types).map { ObjectIdentifier($0) })

  /// Whether the type belongs to the standard library, Foundation or the runtime of features.
  static func isLibraryType(_ type: any TextConvertible.Type) -> Bool {
    guard let module = TypeName.module(type) else { return true }
    return libraryModules.contains(module) || isRuntimeType(type)
  }

  /// Whether the type belongs to the runtime of features. The properties of its wrappers are storage.
  static func isRuntimeType(_ type: Any.Type) -> Bool { TypeName.module(type) == "Composable" }

  /// Library structs without invariants, built from their properties.
  static let memberwiseStructs: Set = ["CGPoint", "CGSize", "CGRect", "CGVector"]

  /// Library modules whose structs may have invariants between their properties.
  static let libraryModules: Set = [
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization",
    "CoreFoundation", "CoreGraphics", "Synchronization", "Dispatch", "__C",
    "_Concurrency", "_StringProcessing", "Observation", "InternalCollectionsUtilities",
    "OrderedCollections", "DequeModule", "HeapModule", "BitCollections", "HashTreeCollections",
  ]
}
