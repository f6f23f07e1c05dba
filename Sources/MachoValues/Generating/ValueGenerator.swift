import MachoMetadata

/// Generates texts of values from choices. The text reader builds the values, so that it also
/// verifies them.
///
/// A value comes from the present state, from the user's scripts or from a list of simple and
/// unusual values. The ID of an element comes from the present state only. The choice 0 always
/// leads to the simplest value.
package final class ValueGenerator {
  package let syntax: ValueSyntax
  /// The values that occur in scripts.
  private var scriptSamples = ValueSamples()
  /// The constants of conditions, and the values beside them.
  private var constants: [String] = []
  /// The constants that a type accepts.
  private var accepted: [ObjectIdentifier: [String]] = [:]
  private var plans: [ObjectIdentifier: ValuePlan] = [:]
  /// The types whose values in a state can be used.
  private var wanted: Set<ObjectIdentifier> = []
  /// The types whose IDs in a state can be used.
  private var identities: Set<ObjectIdentifier> = []
  /// The names of the screens that the feature shows without a push of a view, as `screens(in:)` returns
  /// them.
  package var shownScreens: Set<String> = []

  /// Nested values end at this depth.
  private static let maximumDepth = 6

  /// Creates a generator without values of scripts.
  package init(syntax: ValueSyntax) { self.syntax = syntax }

  /// Makes the values of some types in a state available.
  package func want(_ type: Any.Type) {
    guard wanted.insert(ObjectIdentifier(type)).inserted else { return }
    for type in contents(of: plan(of: type)) { want(type) }
  }

  /// Makes the IDs of a type in a state available.
  func wantIDs(of type: Any.Type) {
    want(type)
    identities.insert(ObjectIdentifier(type))
  }

  private func contents(of plan: ValuePlan) -> [Any.Type] {
    switch plan {
    case .literals, .samples: []
    case .optional(let type), .elements(let type), .proxy(let type): [type]
    case .pairs(let key, let value): [key, value]
    case .enumeration(_, let cases): cases.flatMap { $0.elements.map(\.type) }
    case .structure(_, let fields): fields.map(\.type)
    case .tuple(let fields): fields.map(\.type)
    }
  }

  /// Returns the values of a state, which is read when the first of them is needed.
  package func samples(in state: @autoclosure @escaping () -> Any) -> ValueSamples {
    wanted.isEmpty
      ? ValueSamples()
      : ValueSamples(in: state, wanted: wanted, identities: identities, syntax: syntax)
  }

  /// Adds the values in a value of a script.
  package func addScriptValue(_ value: Any) {
    var collector = SampleCollector(wanted: wanted, syntax: syntax)
    collector.samples = scriptSamples
    collector.collect(value)
    scriptSamples = collector.samples
  }

  /// Adds the constant of a condition, as text. Of a number, also the values beside it, with both signs,
  /// and texts of so many letters: they are at the boundary of the condition.
  package func addConstant(_ text: String) {
    var texts = [text]
    if let number = Int(text), abs(number) < Int.max - 1 {
      let size = abs(number)
      texts = [size, size + 1, size - 1].map(String.init)
      texts += [-size, -size - 1, 1 - size].map(String.init)
      texts += (size - 1...size + 1).filter { (1...Self.maximumLength).contains($0) }
        .map { "\"" + String(repeating: "a", count: $0) + "\"" }
    }
    for text in texts where !constants.contains(text) { constants.append(text) }
    accepted = [:]
  }

  /// The maximum length of a text that is made of a constant.
  private static let maximumLength = 300

  /// Returns the constants that a type accepts.
  private func constants(of type: Any.Type) -> [String] {
    guard !constants.isEmpty else { return [] }
    if let known = accepted[ObjectIdentifier(type)] { return known }
    let found = constants.filter { (try? syntax.readValue($0[...], of: type)) != nil }
    accepted[ObjectIdentifier(type)] = found
    return found
  }

  /// Generates a value. Returns `nil` if the type cannot be generated.
  package func text(
    of type: Any.Type, from choices: some ChoiceSource, in state: ValueSamples
  ) -> String? {
    text(of: type, choices, state, 0)
  }

  /// Draws the ID of an element in a state, or any value if the state has no collection with such
  /// IDs. Returns `nil` if the collections are empty.
  func identity(
    of type: Any.Type, from choices: some ChoiceSource, in state: ValueSamples
  ) -> String? {
    guard let ids = state.ids(of: type) else { return text(of: type, from: choices, in: state) }
    return ids.isEmpty ? nil : ids[choices.draw(below: ids.count)]
  }

  /// Draws a position that each collection of a state has, or any number if the state has no collection.
  /// Returns `nil` if the collections are empty.
  func position(from choices: some ChoiceSource, in state: ValueSamples) -> String? {
    guard let count = state.positionCount else {
      return text(of: Int.self, from: choices, in: state)
    }
    return count == 0 ? nil : "\(choices.draw(below: count))"
  }

  private func plan(of type: Any.Type) -> ValuePlan {
    if let plan = plans[ObjectIdentifier(type)] { return plan }
    let plan = ValuePlan(type, syntax)
    plans[ObjectIdentifier(type)] = plan
    return plan
  }

  private func text(
    of type: Any.Type, _ choices: some ChoiceSource, _ state: ValueSamples, _ depth: Int
  ) -> String? {
    let isDeep = depth >= Self.maximumDepth
    switch plan(of: type) {
    case .literals(let simple, let edges):
      return literal(of: type, simple, edges, choices, state)
    case .samples:
      let known = scriptSamples.texts(of: type) + state.texts(of: type)
      return known.isEmpty ? nil : known[choices.draw(below: known.count)]
    case .proxy(let proxy): return text(of: proxy, choices, state, depth)
    case .optional(let wrapped):
      if isDeep || choices.draw(below: 2) == 0 { return "nil" }
      guard let inside = text(of: wrapped, choices, state, depth + 1) else { return "nil" }
      let isAmbiguous = ["nil", "none", "some"].contains { inside.hasPrefix($0) }
      return isAmbiguous ? "some(\(inside))" : inside
    case .elements(let element):
      let count = isDeep ? 0 : choices.draw(below: 4)
      var texts: [String] = []
      for _ in 0..<count {
        guard let text = text(of: element, choices, state, depth + 1) else { break }
        texts.append(text)
      }
      return "[" + texts.joined(separator: ", ") + "]"
    case .pairs(let key, let value):
      let count = isDeep ? 0 : choices.draw(below: 4)
      var keys: [String] = []
      var texts: [String] = []
      for _ in 0..<count {
        guard let key = text(of: key, choices, state, depth + 1), !keys.contains(key),
          let value = text(of: value, choices, state, depth + 1)
        else { break }
        keys.append(key)
        texts.append("\(key): \(value)")
      }
      return texts.isEmpty ? "[:]" : "[" + texts.joined(separator: ", ") + "]"
    case .enumeration(_, let cases): return enumeration(type, cases, choices, state, depth)
    case .structure(let name, let fields):
      if let known = known(type, choices, state) { return known }
      return arguments(fields.map { ($0.label, $0.type) }, choices, state, depth)
        .map { "\(name)(\($0))" }
    case .tuple(let fields):
      return arguments(fields.map { ($0.label, $0.type) }, choices, state, depth)
        .map { "(\($0))" }
    }
  }

  /// Draws a simple value, one of the state, one of conditions or scripts, or an unusual one.
  private func literal(
    of type: Any.Type, _ simple: [String], _ edges: [String], _ choices: some ChoiceSource,
    _ state: ValueSamples
  ) -> String {
    if simple.count <= 2, edges.isEmpty { return simple[choices.draw(below: simple.count)] }
    let texts =
      switch choices.draw(below: 4) {
      case 0: simple
      case 1: state.texts(of: type)
      case 2: constants(of: type) + scriptSamples.texts(of: type)
      default: edges
      }
    let found = texts.isEmpty ? simple : texts
    return found[choices.draw(below: found.count)]
  }

  /// Draws whether to use a whole value of the state or of scripts. Returns `nil` to build one.
  private func known(
    _ type: Any.Type, _ choices: some ChoiceSource, _ state: ValueSamples
  ) -> String? {
    guard choices.draw(below: 2) == 1 else { return nil }
    let known = state.texts(of: type) + scriptSamples.texts(of: type)
    return known.isEmpty ? nil : known[choices.draw(below: known.count)]
  }

  private func enumeration(
    _ type: Any.Type, _ cases: [EnumCase], _ choices: some ChoiceSource,
    _ state: ValueSamples, _ depth: Int
  ) -> String? {
    guard !cases.isEmpty else { return nil }
    let isDeep = depth >= Self.maximumDepth
    let found = isDeep ? cases[0] : cases[choices.draw(below: cases.count)]
    guard !found.elements.isEmpty else { return found.name }
    // A recursive type without a simple case has no finite value.
    guard depth < Self.maximumDepth * 2 else { return nil }
    return arguments(
      found.elements.map { ($0.label, $0.type) }, choices, state, depth
    ).map { "\(found.name)(\($0))" }
  }

  private func arguments(
    _ fields: [(label: String?, type: Any.Type)], _ choices: some ChoiceSource,
    _ state: ValueSamples, _ depth: Int
  ) -> String? {
    var texts: [String] = []
    for field in fields {
      guard let text = text(of: field.type, choices, state, depth + 1) else { return nil }
      texts.append(field.label.map { "\($0): \(text)" } ?? text)
    }
    return texts.joined(separator: ", ")
  }
}
