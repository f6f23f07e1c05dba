import MachoMetadata

// The states of screens that a view pushes on a stack, as `NavigationLink(state:)` does.

/// Returns the name of a screen by its state: the type, and the case if it is an enum.
func screenName(of state: Any) -> String {
  let type = Swift.type(of: state)
  guard let schema = try? EnumSchema.of(type), let current = try? schema.currentCase(of: state)
  else { return screenName(type) }
  return screenName(type, current.name)
}

private func screenName(_ type: Any.Type, _ caseName: String? = nil) -> String {
  TypeName.spell(type) + (caseName.map { "." + $0 } ?? "")
}

extension ValueGenerator {
  /// Returns the names of the screens on the stacks of a state.
  package func screens(in state: Any) -> Set<String> { samples(in: state).screens }

  /// Whether a view may be the only one that pushes a screen of a type: the feature is not known to show it.
  package func isPushedByView(_ type: Any.Type) -> Bool {
    guard case .enumeration(let schema) = TextSchema.of(type).shape else {
      return !shownScreens.contains(screenName(type))
    }
    return !pushedCases(of: schema).isEmpty
  }

  private func pushedCases(of schema: EnumTextSchema) -> [EnumCase] {
    let type = schema.metadata.type
    let forbidden = syntax.caseOverrides[type]?.forbidden ?? [:]
    return schema.metadata.cases.filter {
      forbidden[$0.name] == nil && !shownScreens.contains(screenName(type, $0.name))
    }
  }

  /// Generates the state of a screen as a view makes it. Returns `nil` if there is none, or if it needs
  /// an element and the state has none.
  func screen(
    of type: Any.Type, from choices: some ChoiceSource, in state: ValueSamples
  ) -> String? {
    guard case .enumeration(let schema) = TextSchema.of(type).shape else {
      return content(of: type, from: choices, in: state)
    }
    let cases = pushedCases(of: schema)
    guard !cases.isEmpty else { return nil }
    let chosen = cases[choices.draw(below: cases.count)]
    guard !chosen.elements.isEmpty else { return chosen.name }
    var texts: [String] = []
    for element in chosen.elements {
      guard let text = content(of: element.type, from: choices, in: state) else { return nil }
      texts.append((element.label.map { $0 + ": " } ?? "") + text)
    }
    return "\(chosen.name)(\(texts.joined(separator: ", ")))"
  }

  /// Generates the state of a feature: only the properties that it requires, because a screen begins with
  /// the defaults of the others. What elements of the present state are is one of them.
  private func content(
    of type: Any.Type, from choices: some ChoiceSource, in state: ValueSamples
  ) -> String? {
    guard let properties = requiredProperties(of: type) else {
      return text(of: type, from: choices, in: state)
    }
    var texts: [String] = []
    for property in properties {
      let type = property.field.type
      let text: String?
      if isIdentity(property) {
        text = identity(of: type, from: choices, in: state)
      } else if state.hasCollection(of: type) {
        let known = state.texts(of: type)
        text = known.isEmpty ? nil : known[choices.draw(below: known.count)]
      } else {
        text = self.text(of: type, from: choices, in: state)
      }
      guard let text else { return nil }
      texts.append("\(property.name): \(text)")
    }
    return "\(TypeName.base(type))(\(texts.joined(separator: ", ")))"
  }

  /// Makes the values that the screens of a type need available.
  func wantScreens(of type: Any.Type) {
    guard case .enumeration(let schema) = TextSchema.of(type).shape else {
      return wantContent(of: type)
    }
    for element in schema.metadata.cases.flatMap(\.elements) { wantContent(of: element.type) }
  }

  private func wantContent(of type: Any.Type) {
    guard let properties = requiredProperties(of: type) else { return want(type) }
    for property in properties {
      if isIdentity(property) {
        wantIDs(of: property.field.type)
      } else {
        want(property.field.type)
      }
    }
  }

  private func isIdentity(_ property: StructTextSchema.Property) -> Bool {
    IdentitySearch.isIdentityName(property.name)
  }

  /// Returns the properties of a struct without a default. `nil` for another type.
  private func requiredProperties(of type: Any.Type) -> [StructTextSchema.Property]? {
    guard case .structure(let schema) = TextSchema.of(type).shape, !schema.needsDecoder else {
      return nil
    }
    return schema.visible.filter { property in
      let type = property.field.type
      if type is any OptionalValue.Type { return false }
      if (type as? any TextProxied.Type)?.valueForNil != nil { return false }
      if case .constant = schema.sourceDefault(of: property) { return false }
      return true
    }
  }
}
