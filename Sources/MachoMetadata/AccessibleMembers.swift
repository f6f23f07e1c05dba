import CMachoMetadata

/// The initializers and properties of a struct that code in another module can use with
/// `@testable import`.
///
/// Runtime metadata has no initializers and no access levels. The symbol table has both: in a build
/// for tests, the linker keeps the symbols of usable declarations global and those of private ones
/// local.
package struct AccessibleMembers: Sendable {
  /// An initializer.
  package struct Initializer: Equatable, Sendable {
    /// The argument labels. `nil`: no label.
    package var labels: [String?]
    /// The types of the parameters, as `name(of:)` returns them. `nil`: unknown.
    package var types: [String?]
    /// The positions of the parameters with a default argument.
    package var defaulted: Set<Int> = []

    fileprivate func isSame(as other: Self) -> Bool {
      labels == other.labels && types == other.types
    }
  }

  /// The initializers, those with fewer parameters first.
  package private(set) var initializers: [Initializer] = []
  /// The names of the readable properties.
  package private(set) var readable: Set<String> = []
  /// The names of the properties that can be assigned.
  package private(set) var assignable: Set<String> = []

  private static let cache = SchemaCache<AccessibleMembers?>()

  /// Returns the members of a type. `nil` if they are unknown: the executable is stripped or not
  /// built for tests, or the platform has no reader of symbols.
  package static func of(_ type: Any.Type) -> AccessibleMembers? {
    #if DEBUG
      try? cache.schema(of: type) { type throws(MetadataError) in
        guard TypeKind(of: type) == .structure else { return nil }
        let name = _typeName(type, qualified: true)
        guard name.contains("<") else {
          return AccessibleMembers(
            of: name, symbols: globalSymbols(_mangledTypeName(type).map { "$s" + $0 }))
        }
        // The mangled name contains the arguments, so search the symbols of the module.
        guard let module = TypeName.module(type), module != "Swift" else { return nil }
        let owner = ([module] + TypeName.path(type)).joined(separator: ".")
        return AccessibleMembers(
          of: owner, isGeneric: true, symbols: globalSymbols("$s\(module.utf8.count)\(module)"))
      }
    #else
      // Internal declarations are local here, although a test could use them in its own build.
      nil
    #endif
  }

  /// Reads the readable forms of global symbols. `owner` is the type's qualified name without generic
  /// arguments. The parameters of a generic type's initializers have unknown types.
  init?(of owner: String, isGeneric: Bool = false, symbols: [String]) {
    for symbol in symbols {
      if let text = symbol.trimming(prefix: "default argument ") {
        addDefault(text, of: owner, isGeneric)
      } else if let initializer = Self.initializer(symbol[...], of: owner, isGeneric) {
        if !initializers.contains(where: initializer.isSame(as:)) {
          initializers.append(initializer)
        }
      } else if let name = Self.accessed(symbol, of: owner, ".getter : ") {
        readable.insert(name)
      } else if let name = Self.accessed(symbol, of: owner, ".setter : ") {
        assignable.insert(name)
      }
    }
    // A module that is not built for tests has no global accessors.
    guard !readable.isEmpty || !initializers.isEmpty else { return nil }
    initializers.sort { $0.labels.count < $1.labels.count }
  }

  /// Adds the default of `0 of Module.Type.init(count: Swift.Int) -> Module.Type`.
  private mutating func addDefault(_ text: Substring, of owner: String, _ isGeneric: Bool) {
    guard let number = Int(text.prefix { $0.isNumber }), let start = text.range(ofASCII: " of "),
      let found = Self.initializer(text[start.upperBound...], of: owner, isGeneric)
    else { return }
    let index = initializers.firstIndex(where: found.isSame(as:)) ?? initializers.endIndex
    if index == initializers.endIndex { initializers.append(found) }
    initializers[index].defaulted.insert(number)
  }

  /// Returns the initializer of `Module.Type.init(count: Swift.Int) -> Module.Type`.
  static func initializer(
    _ text: Substring, of owner: String, _ isGeneric: Bool
  ) -> Initializer? {
    // A failable or throwing initializer is not a plain expression. Nor is one with requirements of
    // its own, such as `init< where A == Swift.Int>(`.
    guard let parameters = text.trimming(prefix: owner + ".init("),
      isGeneric
        ? withoutArguments(text).hasSuffix(") -> " + owner) : text.hasSuffix(") -> " + owner)
    else { return nil }
    var found = Initializer(labels: [], types: [])
    var depth = 0
    var parameter = ""
    for character in parameters {
      if character == ")", depth == 0 { break }
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character), !(character == ">" && parameter.last == "-") { depth -= 1 }
      if character == ",", depth == 0 {
        found.append(parameter)
        parameter = ""
      } else {
        parameter.append(character)
      }
    }
    if !parameter.isEmpty { found.append(parameter) }
    found.types = found.types.map { isGeneric ? nil : $0.map(withoutMarkerProtocols) }
    return found
  }

  /// Returns a text without generic arguments: `(A) -> Module.Grid.Cell` for
  /// `(A) -> Module.Grid<A>.Cell`.
  private static func withoutArguments(_ text: Substring) -> String {
    var depth = 0
    var previous: Character?
    return text.filter { character in
      defer { previous = character }
      if character == "<" { depth += 1 }
      defer { if character == ">", previous != "-" { depth -= 1 } }
      return depth == 0
    }
  }

  /// Returns the name of a type as symbols spell it: `Swift.Optional<Swift.Int>`.
  package static func name(of type: Any.Type) -> String? {
    guard let mangled = _mangledTypeName(type), let text = macho_demangle("$s\(mangled)D") else {
      return nil
    }
    defer { macho_buffer_free(text) }
    return withoutMarkerProtocols(String(cString: text))
  }

  /// Returns a type's name without the protocols that metadata does not contain, but symbols do:
  /// `any Sendable & Hashable`.
  static func withoutMarkerProtocols(_ name: String) -> String {
    guard name.contains("Swift.Sendable") else { return name }
    var name = name
    for marker in ["Swift.SendableMetatype", "Swift.Sendable"] {
      name = name.replacing(" & \(marker)", with: "").replacing("\(marker) & ", with: "")
        .replacing(marker, with: "Any")
    }
    return name
  }

  /// Returns the property of `Module.Type.count.getter : Swift.Int`.
  private static func accessed(
    _ text: String, of owner: String, _ accessor: String
  ) -> String? {
    guard let member = text.trimming(prefix: owner + "."),
      let end = member.range(ofASCII: accessor),
      SourceIdentifier.prefix(of: member).endIndex == end.lowerBound
    else { return nil }
    return SourceIdentifier.spelling(String(member[..<end.lowerBound]))
  }

  /// Returns the readable forms of the global symbols with a prefix.
  private static func globalSymbols(_ prefix: String?) -> [String] {
    guard let prefix else { return [] }
    let found = FoundNames()
    _ = macho_find_functions(prefix, Unmanaged.passUnretained(found).toOpaque()) {
      name, isGlobal, _, context in
      guard isGlobal, let name, let text = macho_demangle(name) else { return }
      defer { macho_buffer_free(text) }
      // SAFETY: `context` is the object above, which lives until the call returns.
      Unmanaged<FoundNames>.fromOpaque(context!).takeUnretainedValue().names.append(
        String(cString: text))
    }
    return found.names
  }
}

extension AccessibleMembers.Initializer {
  /// Appends the parameter `count: Swift.Int` or `_: Swift.Int`.
  fileprivate mutating func append(_ parameter: String) {
    let text = parameter.drop { $0 == " " }
    let label = SourceIdentifier.prefix(of: text)
    let hasLabel = text[label.endIndex...].hasPrefix(": ")
    labels.append(hasLabel && label != "_" ? SourceIdentifier.spelling(String(label)) : nil)
    let type = hasLabel ? text[label.endIndex...].dropFirst(2) : text
    // A call passes a value to such a parameter.
    types.append(String(type.trimming(prefix: "@autoclosure () -> ") ?? type))
  }
}

private final class FoundNames {
  var names: [String] = []
}

extension StringProtocol {
  func trimming(prefix: String) -> SubSequence? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }

  /// Returns the first occurrence of an ASCII text.
  func range(ofASCII text: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      let rest = self[start...]
      if rest.hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
      formIndex(after: &start)
    }
    return nil
  }
}
