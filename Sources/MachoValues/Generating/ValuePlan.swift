import MachoMetadata

/// How texts of one type are generated.
indirect enum ValuePlan {
  /// One of some texts, the simplest ones first. Values of the state and of scripts come between
  /// them.
  case literals(simple: [String], edges: [String])
  case optional(Any.Type)
  case elements(Any.Type)
  case pairs(key: Any.Type, value: Any.Type)
  /// A type that is written as another one.
  case proxy(Any.Type)
  case enumeration(name: String, [EnumCase])
  /// The name of the type and its labelled fields.
  case structure(name: String, [(label: String, type: Any.Type)])
  case tuple([Field])
  /// Only values of the state and of scripts.
  case samples
}

/// A collection whose element type is erased.
protocol GeneratedElements {
  static var generatedElement: Any.Type { get }
}

/// A dictionary whose types are erased.
protocol GeneratedPairs {
  static var generatedPair: (key: Any.Type, value: Any.Type) { get }
}

extension Array: GeneratedElements {
  static var generatedElement: Any.Type { Element.self }
}

extension Set: GeneratedElements {
  static var generatedElement: Any.Type { Element.self }
}

extension Dictionary: GeneratedPairs {
  static var generatedPair: (key: Any.Type, value: Any.Type) { (Key.self, Value.self) }
}

extension ValuePlan {
  /// Creates the plan of a type.
  init(_ type: Any.Type, _ syntax: ValueSyntax) {
    let schema = TextSchema.of(type)
    if syntax.leaves.leaf(type) != nil {
      self = Self.literals(of: type, syntax)
      return
    }
    switch schema.shape {
    case .convertible(let convertible): self = Self.convertible(convertible, syntax)
    case .enumeration(let schema):
      let forbidden = syntax.caseOverrides[type]?.forbidden ?? [:]
      // Cases without a payload are the simplest ones, and end the recursion of a recursive enum.
      let cases = schema.metadata.cases.filter { forbidden[$0.name] == nil }
      let ordered = cases.filter(\.elements.isEmpty) + cases.filter { !$0.elements.isEmpty }
      self = .enumeration(name: TypeName.base(type), ordered)
    case .structure(let schema):
      self =
        schema.needsDecoder
        ? .samples
        : .structure(
          name: TypeName.base(type), schema.visible.map { ($0.name, $0.field.type) })
    case .tuple(let schema): self = .tuple(schema.elements)
    case .existential: self = Self.literals(of: type, syntax)
    case .decodable, .refused: self = .samples
    }
  }

  private static func convertible(_ type: any TextConvertible.Type, _ syntax: ValueSyntax) -> Self {
    if let optional = type as? any OptionalValue.Type { return .optional(optional.wrappedType) }
    if let elements = type as? any GeneratedElements.Type {
      return .elements(elements.generatedElement)
    }
    if let pairs = type as? any GeneratedPairs.Type {
      return .pairs(key: pairs.generatedPair.key, value: pairs.generatedPair.value)
    }
    if let proxied = type as? any TextProxied.Type { return .proxy(proxied.proxyType) }
    return literals(of: type, syntax)
  }

  /// Returns the literals that the type accepts. A type with its own text needs no generator: the
  /// literals that it reads are its candidates.
  private static func literals(of type: Any.Type, _ syntax: ValueSyntax) -> Self {
    var seen: Set<String> = []
    func accepted(_ literals: [String]) -> [String] {
      literals.compactMap { literal in
        guard let value = try? syntax.readValue(literal[...], of: type) else { return nil }
        let text = syntax.print(TypedValue(value, as: type))
        guard seen.insert(text).inserted,
          (try? syntax.readValue(text[...], of: type)) != nil
        else { return nil }
        return text
      }
    }
    let simple = accepted(simpleLiterals)
    let edges = accepted(edgeLiterals)
    if simple.isEmpty, edges.isEmpty { return .samples }
    return simple.isEmpty
      ? .literals(simple: edges, edges: [])
      : .literals(
        simple: simple, edges: edges)
  }

  /// Small values of the types that have their own text.
  private static let simpleLiterals = [
    "0", "1", "2", #""""#, #""a""#, #""b""#, "false", "true", "0.5", "1s", "100ms", "UUID(0)",
    "UUID(1)", "UUID(2)", #"Date("2001-01-01T00:00:00Z")"#, #"Date("2001-01-02T00:00:00Z")"#,
    #"error("failed")"#, "0..<1", "0...1", "0...", "...1", "..<1",
    "#0", "#1", "[]", #"Data("")"#,
  ]

  /// Values at which code fails more often.
  private static let edgeLiterals = [
    "3", "10", "-1", "100", "127", "255", "65536", "9223372036854775807", "-9223372036854775808",
    #"" ""#, #""0""#, #""https://example.com""#, #""a@b.co""#, #""+1 555 0100""#, #""2001-01-31""#,
    #""12.50""#, #""é""#,
    #""👩‍👩‍👧""#, #""\n""#, #""A longer text, with punctuation""#,
    "\"" + String(repeating: "x", count: 300) + "\"", "-0.5", "1e300", "-1s", "1000000s",
    #"UUID("FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF")"#, #"Date("1970-01-01T00:00:00Z")"#,
    #"Date("2100-12-31T23:59:59Z")"#, #"error("")"#, "0..<0", "5..<10", "0...100",
  ]
}
