/// Writes Swift expressions of simple values: zero, empty, `nil`, or made of such values.
struct ValueExpression {
  /// The reason why no expression can be written.
  struct Obstacle: Error {
    let text: String
  }

  let symbols: AppSymbols
  /// The modules whose internal declarations the expressions use.
  private(set) var testableModules: Set<String> = []

  /// More than the values of a start state are nested.
  private static let maximumDepth = 8

  init(_ symbols: AppSymbols) { self.symbols = symbols }

  /// Returns an expression that creates a value of a type.
  mutating func make(_ symbol: SymbolGraph.Symbol, depth: Int = 0) throws(Obstacle) -> String {
    guard depth < Self.maximumDepth else { throw Obstacle(text: "\(symbol.path) contains itself") }
    guard symbol.swiftGenerics == nil else { throw Obstacle(text: "\(symbol.path) is generic") }
    switch symbol.kind.identifier {
    case "swift.struct", "swift.class": return try makeByInitializer(symbol, depth)
    case "swift.enum": return try makeCase(symbol, depth)
    case "swift.typealias":
      let fragments = symbol.declarationFragments ?? []
      guard let equals = fragments.lastIndex(where: { $0.kind == "text" && $0.spelling == " = " })
      else { throw Obstacle(text: "\(symbol.path) has an unknown type") }
      return try make(DeclaredType(Array(fragments[(equals + 1)...])), depth: depth + 1)
    default: throw Obstacle(text: "\(symbol.path) is a protocol or an actor")
    }
  }

  private mutating func makeByInitializer(
    _ symbol: SymbolGraph.Symbol, _ depth: Int
  ) throws(Obstacle) -> String {
    let initializers = symbols.members(of: symbol)
      .filter { $0.kind.identifier == "swift.init" && $0.swiftGenerics == nil }
      .compactMap { member in Initializer(member).map { (member, $0) } }
      .sorted { $0.1.parameters.count < $1.1.parameters.count }
    var obstacle: Obstacle?
    for (member, initializer) in initializers {
      do throws(Obstacle) {
        var values = self
        var arguments: [String] = []
        for parameter in initializer.parameters {
          let value = try values.make(parameter.type, depth: depth + 1)
          arguments.append(parameter.label == "_" ? value : "\(parameter.label): \(value)")
        }
        self = values
        use(symbol)
        use(member)
        return "\(symbol.path)(\(arguments.joined(separator: ", ")))"
      } catch {
        obstacle =
          obstacle ?? Obstacle(text: "\(symbol.path).\(member.pathComponents.last!): \(error.text)")
      }
    }
    if let obstacle { throw obstacle }
    guard symbol.kind.identifier == "swift.struct",
      !symbols.members(of: symbol).contains(where: { $0.kind.identifier == "swift.init" })
    else { throw Obstacle(text: "\(symbol.path) has no initializer that can be called here") }
    return try makeMemberwise(symbol, depth)
  }

  /// Calls the memberwise initializer of a struct whose properties a macro has rewritten: it is in no symbol
  /// graph. An optional property has the default `nil`.
  private mutating func makeMemberwise(
    _ symbol: SymbolGraph.Symbol, _ depth: Int
  ) throws(Obstacle) -> String {
    var values = self
    var arguments: [String] = []
    for property in symbols.members(of: symbol) where property.kind.identifier == "swift.property" {
      let fragments = property.declarationFragments ?? []
      let words = fragments.filter { $0.kind == "keyword" }.map(\.spelling)
      guard !words.contains("get") || words.contains("set"),
        let type = DeclaredType(of: fragments), !type.text.hasSuffix("?")
      else { continue }
      arguments.append(
        "\(property.pathComponents.last!): \(try values.make(type, depth: depth + 1))")
    }
    // Such an initializer is never public.
    values.testableModules.insert(symbols.module(of: symbol))
    self = values
    return "\(symbol.path)(\(arguments.joined(separator: ", ")))"
  }

  private mutating func makeCase(
    _ symbol: SymbolGraph.Symbol, _ depth: Int
  ) throws(Obstacle) -> String {
    for member in symbols.members(of: symbol) where member.kind.identifier == "swift.enum.case" {
      let name = member.pathComponents.last!
      guard let open = name.firstIndex(of: "(") else {
        use(symbol)
        return "\(symbol.path).\(name)"
      }
      // The payload's types, with labels, are the fragments inside of the parentheses.
      let payload = Initializer.parameters(member.declarationFragments ?? [], ofCase: true)
      var values = self
      var arguments: [String] = []
      for parameter in payload {
        guard let value = try? values.make(parameter.type, depth: depth + 1) else { break }
        arguments.append(parameter.label == "_" ? value : "\(parameter.label): \(value)")
      }
      guard arguments.count == payload.count, !payload.isEmpty else { continue }
      self = values
      use(symbol)
      return "\(symbol.path).\(name[..<open])(\(arguments.joined(separator: ", ")))"
    }
    throw Obstacle(text: "no case of \(symbol.path) can be made")
  }

  /// Returns an expression that creates a value of a type of the library, the app or a container.
  mutating func make(_ type: DeclaredType, depth: Int = 0) throws(Obstacle) -> String {
    let text = type.text
    if text.hasSuffix("?") || text.hasSuffix("!") { return "nil" }
    if text == "()" || text == "Void" { return "()" }
    if text.contains("->") { throw Obstacle(text: "it needs a function") }
    if text.hasPrefix("["), text.hasSuffix("]") {
      var depth = 0
      let isDictionary = text.contains {
        if "[(<".contains($0) { depth += 1 }
        if "])>".contains($0) { depth -= 1 }
        return $0 == ":" && depth == 1
      }
      return isDictionary ? "[:]" : "[]"
    }
    if let value = Self.libraryValues[type.nominalText] { return value }
    if ["Shared", "SharedReader"].contains(type.nominalText), let argument = type.argument {
      return "\(type.nominalText)(value: \(try make(argument, depth: depth + 1)))"
    }
    guard let id = type.nominal, let symbol = symbols[id] else {
      throw Obstacle(text: "macho knows no value of '\(text)'")
    }
    return try make(symbol, depth: depth)
  }

  /// Records that an expression names a declaration.
  mutating func use(_ symbol: SymbolGraph.Symbol) {
    if !["public", "open"].contains(symbol.accessLevel) {
      testableModules.insert(symbols.module(of: symbol))
    }
  }

  private static let libraryValues: [String: String] = {
    var values = [
      "Bool": "false", "String": "\"\"", "Substring": "\"\"", "Character": "\" \"",
      "Date": "Date(timeIntervalSince1970: 0)", "Data": "Data()", "Duration": ".zero",
      "UUID": "UUID(uuidString: \"00000000-0000-0000-0000-000000000000\")!",
      "URL": "URL(string: \"https://example.com\")!", "Locale": "Locale(identifier: \"en_US\")",
      "TimeZone": "TimeZone(identifier: \"GMT\")!", "Calendar": "Calendar(identifier: .gregorian)",
      "CGPoint": ".zero", "CGSize": ".zero", "CGRect": ".zero", "Dictionary": "[:]",
      "OrderedDictionary": "[:]", "StackState": "StackState()", "AttributedString": "\"\"",
    ]
    for name in ["Array", "Set", "OrderedSet", "IdentifiedArray", "IdentifiedArrayOf", "IndexSet"] {
      values[name] = "[]"
    }
    for name in ["Int", "UInt"] {
      for width in ["", "8", "16", "32", "64"] { values[name + width] = "0" }
    }
    for name in ["Double", "Float", "CGFloat", "TimeInterval", "Decimal"] { values[name] = "0" }
    return values
  }()
}

/// An initializer that can be called without `try` and `await`.
private struct Initializer {
  /// The parameters without a default value.
  let parameters: [(label: String, type: DeclaredType)]

  init?(_ symbol: SymbolGraph.Symbol) {
    let fragments = symbol.declarationFragments ?? []
    let words = fragments.filter { $0.kind == "keyword" }.map(\.spelling)
    guard !words.contains("async"), !words.contains("throws"),
      !fragments.contains(where: {
        $0.kind == "text" && ($0.spelling.hasPrefix("?(") || $0.spelling.hasPrefix("!("))
      })
    else { return nil }
    parameters = Self.parameters(fragments, ofCase: false)
  }

  /// Returns the parameters without a default value, or the elements of a case's payload.
  static func parameters(
    _ fragments: [SymbolGraph.Fragment], ofCase isCase: Bool
  ) -> [(label: String, type: DeclaredType)] {
    // Split into single characters outside of names, so that brackets and commas can be counted.
    var depth = 0
    var current: [SymbolGraph.Fragment] = []
    var groups: [[SymbolGraph.Fragment]] = []
    for fragment in fragments {
      guard fragment.kind == "text" else {
        if depth > 0 { current.append(fragment) }
        continue
      }
      var text = ""
      func flush() {
        if !text.isEmpty {
          current.append(.init(kind: "text", spelling: text, preciseIdentifier: nil))
        }
        text = ""
      }
      var previous: Character = " "
      for character in fragment.spelling {
        let opens = "([<".contains(character)
        let closes = ")]".contains(character) || character == ">" && previous != "-"
        previous = character
        if opens { depth += 1 }
        if closes { depth -= 1 }
        if depth == 0 || opens && depth == 1 { continue }
        if character == ",", depth == 1 {
          flush()
          groups.append(current)
          current = []
        } else {
          text.append(character)
        }
      }
      if depth > 0 { flush() }
      if depth == 0, !current.isEmpty || !text.isEmpty {
        flush()
        groups.append(current)
        current = []
      }
    }
    return groups.compactMap { group in
      let hasLabel = group.contains { $0.kind == "externalParam" }
      let text = group.map(\.spelling).joined()
      guard !text.contains(" = ") else { return nil }
      if isCase, !hasLabel, !text.contains(":") { return ("_", DeclaredType(trimmed(group))) }
      let label = group.first {
        ["externalParam", "internalParam", "identifier"].contains($0.kind)
      }
      guard let label, let type = DeclaredType(of: group) else {
        return ("_", DeclaredType(trimmed(group)))
      }
      return (label.spelling, type)
    }
  }

  private static func trimmed(_ group: [SymbolGraph.Fragment]) -> [SymbolGraph.Fragment] {
    Array(group.drop { $0.kind == "text" && $0.spelling.allSatisfy { $0 == " " } })
  }
}
