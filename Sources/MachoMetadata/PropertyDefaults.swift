/// The defaults that the source gives to the stored properties of a struct: their initial values, and the
/// default arguments for them in initializers.
///
/// Runtime metadata has no defaults. The compiler makes a function of each, which the symbol table of a
/// debug build names.
package struct PropertyDefaults: Sendable {
  /// A function of the executable that returns a default.
  package struct Function: Sendable {
    fileprivate let address: UInt
    fileprivate let convention: ResultConvention

    /// Calls the function.
    ///
    /// SAFETY: `PropertyDefaults` has compared the type of the function in its name with that of the property,
    /// and leaves out those that may return another one. The convention is that of the type.
    package func value() throws(MetadataError) -> Any { try convention.call(address) }
  }

  private var functions: [String: [Function]] = [:]

  private static let cache = SchemaCache<PropertyDefaults>()

  /// Returns the defaults of a type. Without functions if they are unknown: the type is generic or no struct,
  /// the executable is optimized or stripped, or the platform has no reader of symbols.
  package static func of(_ type: Any.Type) -> PropertyDefaults {
    #if DEBUG
      let found = try? cache.schema(of: type) { type throws(MetadataError) in
        try PropertyDefaults(reading: type)
      }
      return found ?? PropertyDefaults()
    #else
      // The optimizer may remove the results of functions that keep their names.
      return PropertyDefaults()
    #endif
  }

  /// Returns the functions that return the default of a stored property, named as in the metadata.
  package func functions(for label: String) -> [Function] { functions[label] ?? [] }

  private init() {}

  private init(reading type: Any.Type) throws(MetadataError) {
    let schema = try StructSchema.of(type)
    // The functions of a generic type have its arguments as parameters.
    guard let owner = AccessibleMembers.name(of: type), !owner.contains("<"),
      let mangled = _mangledTypeName(type)
    else { return }
    // PERFORMANCE: most names are of other functions. These end in `vpfi` and in `fA_`, `fA0_` and so on.
    let candidates = NamedFunction.all(startingWith: "$s" + mangled) {
      $0.hasSuffix("vpfi") || $0.hasSuffix("_")
    }
    let initialized = Set(candidates.compactMap { Self.initialValue($0.name, of: owner)?.label })
    for function in candidates {
      let initial = Self.initialValue(function.name, of: owner)
      guard let result = initial ?? Self.argument(function.name, of: owner),
        let index = schema.properties.firstIndex(where: { $0.label == result.label }),
        case let field = schema.properties[index], field.unsupportedReason == nil,
        AccessibleMembers.name(of: field.type) == result.type,
        let convention = ResultConvention(of: field.type)
      else { continue }
      if initial != nil {
        // The function of `var (count, text) = …` has the name of the first property only, but returns both
        // values. So the property below needs an initial value of its own, or is a constant below a variable
        // or the other way round: one declaration makes either.
        let next = schema.properties[(index + 1)...].first
        let isAlone = next.map {
          initialized.contains($0.label ?? "") || $0.isVariable != field.isVariable
        }
        guard isAlone ?? true else { continue }
        // The function of a property wrapper returns the wrapped value. Of the types with a convention, only
        // an enum can be one, and its name begins so.
        if TypeKind(of: field.type) == .enumeration, result.label.hasPrefix("_") { continue }
      }
      functions[result.label, default: []].append(
        Function(address: function.address, convention: convention))
    }
  }

  /// Reads `variable initialization expression of Module.Type.count : Swift.Int`. A private property is
  /// `(count in _1A2B)`.
  static func initialValue(_ text: String, of owner: String) -> (label: String, type: String)? {
    guard
      let member = text.trimming(prefix: "variable initialization expression of " + owner + ".")
    else { return nil }
    let isPrivate = member.first == "("
    let name = SourceIdentifier.prefix(of: isPrivate ? member.dropFirst() : member)
    let rest = member[name.endIndex...]
    guard !name.isEmpty, let colon = rest.range(ofASCII: " : ") else { return nil }
    let context = rest[..<colon.lowerBound]
    guard
      isPrivate
        ? context.hasPrefix(" in ") && context.hasSuffix(")") && !context.contains(".")
        : context.isEmpty
    else { return nil }
    let type = AccessibleMembers.withoutMarkerProtocols(String(rest[colon.upperBound...]))
    return (SourceIdentifier.spelling(String(name)), type)
  }

  /// Reads `default argument 0 of Module.Type.init(count: Swift.Int) -> Module.Type`. The function of an
  /// autoclosure returns a closure.
  static func argument(_ text: String, of owner: String) -> (label: String, type: String)? {
    guard let text = text.trimming(prefix: "default argument "), !text.contains("@autoclosure"),
      let number = Int(text.prefix { $0.isNumber }), let start = text.range(ofASCII: " of "),
      let found = AccessibleMembers.initializer(text[start.upperBound...], of: owner, false),
      found.labels.indices.contains(number), let label = found.labels[number],
      let type = found.types[number]
    else { return nil }
    return (label, type)
  }
}
