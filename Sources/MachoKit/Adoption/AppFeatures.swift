import Foundation

/// The reducers and the endpoints of an app, as lines of a driver, and what cannot be registered.
struct AppFeatures {
  /// A line of the driver.
  struct Line: Equatable {
    /// What identifies the line, also after a user has changed it: how it creates the reducer, or the
    /// endpoint's name in quotes.
    let key: String
    /// The name for scripts.
    let name: String
    let text: String
  }

  private(set) var features: [Line] = []
  private(set) var stubs: [Line] = []
  /// What is left out, with the reason.
  private(set) var omissions: [(name: String, reason: String)] = []
  /// The modules whose internal declarations the lines name.
  var testableModules: Set<String> { expressions.testableModules }

  private let symbols: AppSymbols
  private var expressions: ValueExpression

  private static let reducer = "s:10Composable7ReducerP"
  private static let testKey = "s:10Composable17TestDependencyKeyP"
  private static let liveKey = "s:10Composable13DependencyKeyP"

  init(_ symbols: AppSymbols) {
    self.symbols = symbols
    expressions = ValueExpression(symbols)
    for symbol in symbols.all where symbol.isType && symbols.conforms(symbol, to: Self.reducer) {
      addFeature(symbol)
    }
    addEndpoints()
  }

  // MARK: Reducers

  private mutating func addFeature(_ reducer: SymbolGraph.Symbol) {
    do throws(ValueExpression.Obstacle) {
      guard !isAmbiguous(reducer) else {
        throw .init(text: "several modules have a type of this name")
      }
      guard reducer.swiftGenerics == nil else {
        throw .init(text: "it is generic; register it with the types that your app uses")
      }
      let isEnum = reducer.kind.identifier == "swift.enum"
      if isEnum, reducer.pathComponents.count > 1 {
        throw .init(text: "it combines the screens that its parent presents")
      }
      var expressions = expressions
      let start = try startState(of: reducer, &expressions)
      // The macro makes the reducer of an enum from its cases.
      let value = isEnum ? "Reduce(\(reducer.path).body)" : try expressions.make(reducer)
      expressions.use(reducer)
      self.expressions = expressions
      let name = commandName(of: reducer)
      features.append(
        Line(
          key: isEnum ? "Reduce(\(reducer.path).body)" : "{ \(reducer.path)(", name: name,
          text: "Feature(\"\(name)\", start: \(start), stubs: Self.stubs) { \(value) },"))
    } catch { omissions.append((reducer.path, error.text)) }
  }

  /// Returns an expression of a reducer's start state. A macro makes the state of an enum of reducers, and an
  /// empty one if none is declared: these are in no symbol graph.
  private func startState(
    of reducer: SymbolGraph.Symbol, _ expressions: inout ValueExpression, depth: Int = 0
  ) throws(ValueExpression.Obstacle) -> String {
    if let state = symbols.type("State", in: reducer) { return try expressions.make(state) }
    guard reducer.kind.identifier == "swift.enum" else { return "\(reducer.path).State()" }
    for member in symbols.members(of: reducer) where member.kind.identifier == "swift.enum.case" {
      guard let open = member.pathComponents.last!.firstIndex(of: "("), depth < 8,
        let payload = DeclaredType(ofPayload: member.declarationFragments ?? []),
        let child = payload.nominal.flatMap({ symbols[$0] }),
        symbols.conforms(child, to: Self.reducer),
        let state = try? startState(of: child, &expressions, depth: depth + 1)
      else { continue }
      return "\(reducer.path).State.\(member.pathComponents.last![..<open])(\(state))"
    }
    throw .init(text: "none of its cases has a reducer whose state can be made")
  }

  private func isAmbiguous(_ symbol: SymbolGraph.Symbol) -> Bool {
    symbols.all.contains { $0.isType && $0.path == symbol.path && $0.id != symbol.id }
  }

  /// A short name: `OrderList` of `OrderListFeature`. Reducers whose short names are equal have long ones.
  private func commandName(of reducer: SymbolGraph.Symbol) -> String {
    func short(_ symbol: SymbolGraph.Symbol) -> String {
      let name = symbol.pathComponents.last!
      let suffix = ["Feature", "Reducer", "Core"].first { name.hasSuffix($0) && name != $0 }
      return suffix.map { String(name.dropLast($0.count)) } ?? name
    }
    let others = symbols.all.filter { $0.isType && symbols.conforms($0, to: Self.reducer) }
    let isUnique = !others.contains { $0.id != reducer.id && short($0) == short(reducer) }
    let name = isUnique ? short(reducer) : reducer.pathComponents.joined(separator: "-")
    return ScaffoldName(directory: name).commandName
  }

  // MARK: Endpoints

  private mutating func addEndpoints() {
    var clients: Set<String> = []
    for property in symbols.all where property.pathComponents.first == "DependencyValues" {
      guard property.pathComponents.count == 2, property.kind.identifier == "swift.property",
        let type = DeclaredType(of: property.declarationFragments ?? [])
      else { continue }
      let name = property.pathComponents[1]
      guard Self.isSettable(property) else { continue }
      if let endpoint = EndpointType(type) {
        add(endpoint, name: name, path: "\\.\(name)", setter: ".\(name)", isVariable: true)
      } else if let client = type.nominal.flatMap({ symbols[$0] }) {
        clients.insert(client.id)
        addEndpoints(of: client, named: name, place: "\\.\(name)", setter: ".\(name)")
      }
      expressions.use(property)
    }
    // Clients that are read by their type: @Dependency(Client.self).
    for client in symbols.all where client.isType && !clients.contains(client.id) {
      guard [Self.testKey, Self.liveKey].contains(where: { symbols.conforms(client, to: $0) }),
        client.kind.identifier == "swift.struct"
      else { continue }
      let name = client.pathComponents.last!
      addEndpoints(
        of: client, named: name.prefix(1).lowercased() + name.dropFirst(), place: nil,
        setter: "[\(client.path).self]")
    }
  }

  private mutating func addEndpoints(
    of client: SymbolGraph.Symbol, named name: String, place: String?, setter: String
  ) {
    guard client.kind.identifier == "swift.struct" else {
      let kind =
        client.kind.identifier == "swift.protocol" ? "a protocol" : "no struct of functions"
      return omissions.append(
        (name, "\(client.path) is \(kind), so that scripts cannot replace its functions one by one")
      )
    }
    var hasEndpoint = false
    for property in symbols.members(of: client) where property.kind.identifier == "swift.property" {
      let fragments = property.declarationFragments ?? []
      guard let type = DeclaredType(of: fragments), let endpoint = EndpointType(type) else {
        continue
      }
      let member = property.pathComponents.last!
      guard !type.text.hasSuffix("?") else { continue }
      hasEndpoint = true
      add(
        endpoint, name: "\(name).\(member)", path: place.map { "\($0).\(member)" },
        setter: "\(setter).\(member)", isVariable: Self.isSettable(property))
      expressions.use(property)
    }
    if hasEndpoint { expressions.use(client) }
  }

  private static func isSettable(_ property: SymbolGraph.Symbol) -> Bool {
    let words = (property.declarationFragments ?? []).filter { $0.kind == "keyword" }.map(
      \.spelling)
    return words.contains("var") && (words.contains("set") || !words.contains("get"))
  }

  private mutating func add(
    _ endpoint: EndpointType, name: String, path: String?, setter: String, isVariable: Bool
  ) {
    do throws(ValueExpression.Obstacle) {
      if let obstacle = endpoint.obstacle { throw .init(text: obstacle) }
      guard isVariable else {
        throw .init(text: "it is a 'let'; write 'var', so that scripts can replace it")
      }
      var expressions = expressions
      var placeholder: String?
      if !endpoint.canThrow, !endpoint.isStream, !endpoint.isThrowingStream {
        placeholder = try expressions.make(endpoint.result)
      }
      self.expressions = expressions
      stubs.append(
        Line(
          key: name.debugDescription, name: name,
          text: try Self.line(endpoint, name, path, setter, placeholder) + ","))
    } catch { omissions.append((name, error.text)) }
  }

  private static func line(
    _ endpoint: EndpointType, _ name: String, _ path: String?, _ setter: String,
    _ placeholder: String?
  ) throws(ValueExpression.Obstacle) -> String {
    let quoted = name.debugDescription
    if let path, endpoint.isSendable, endpoint.arguments.count <= 3 {
      let value = placeholder.map { $0 == "()" ? "" : "placeholder: \($0), " } ?? ""
      return "Stub(\(quoted), \(value)\(path))"
    }
    let isPlain = !endpoint.isAsync && !endpoint.canThrow
    let set = "{ $0\(setter) = $1 }"
    if endpoint.isStream || endpoint.isThrowingStream {
      guard isPlain else { throw .init(text: "it returns a stream after a wait") }
      return "Stub(\(endpoint.isStream ? "stream" : "throwingStream"): \(quoted)) \(set)"
    }
    switch (endpoint.isAsync, endpoint.canThrow) {
    case (true, true): return "Stub(\(quoted)) \(set)"
    case (true, false): return "Stub(nonthrowing: \(quoted), placeholder: \(placeholder!)) \(set)"
    case (false, true): return "Stub(synchronousThrowing: \(quoted)) \(set)"
    case (false, false): return "Stub(synchronous: \(quoted), placeholder: \(placeholder!)) \(set)"
    }
  }
}
