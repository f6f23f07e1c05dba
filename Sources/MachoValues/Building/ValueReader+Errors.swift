import MachoMetadata

extension ValueSyntax {
  /// The error types that text can name without a registration.
  package var errorTypes: [ErrorType] { errorModules.flatMap { ErrorType.all(in: $0) } }

  /// Returns the error types that the names begin with: those of the feature's modules, or else one of
  /// another module, such as a client's. The whole name of the latter is required, to avoid matching an
  /// unrelated nested type of a library.
  package func errorTypes(named names: [String]) -> [ErrorType] {
    let own = errorTypes.filter { $0.position(in: names) != nil }
    guard own.isEmpty else { return own }
    let others = ErrorType.all(named: names)
    return others.filter { $0.path.count == others.first?.path.count }
  }
}

extension ValueReader {
  /// Returns the names at the start of a value: `["Shop", "Failure", "offline"]` for
  /// `Shop.Failure.offline`.
  func leadingNames(of node: Int) -> [String] {
    var names = [tree.name(node)]
    var current = node
    while tree[current].kind == .chain, let next = tree.firstChild(current) {
      current = next
      names.append(tree.name(current))
    }
    return names
  }

  /// Returns the error type that the names begin with, and the number of names before its own. `nil` if
  /// there is none. Throws if the names fit several types.
  func errorType(
    named names: [String], _ node: Int
  ) throws(ValueError) -> (type: Any.Type, position: Int)? {
    let fitting = syntax.errorTypes(named: names)
    guard fitting.count > 1 else {
      return fitting.first.flatMap { found in
        found.position(in: names).map { (found.type, $0) }
      }
    }
    throw ValueError(
      .cannotBuild, tree.range(node), "several error types are named '\(names[0])'",
      candidates: fitting.map { type in
        let isOwn = syntax.errorModules.contains(type.module)
        let name = isOwn ? type.path.joined(separator: ".") : "\(type.module).\(names[0])"
        return text(of: node, renamed: name)
      })
  }

  /// Returns the error for a text that names no known error.
  func unknownError(_ node: Int) -> ValueError {
    let names = leadingNames(of: node)
    var error = ValueError(
      .cannotBuild, tree.range(node),
      "any Error does not determine the type of \(describe(node))",
      candidates: candidates(names, node))
    let others = ErrorType.all(ending: names[0]).filter {
      !syntax.errorModules.contains($0.module)
    }
    if !others.isEmpty {
      let wholeNames = others.prefix(3).map { $0.path.joined(separator: ".") }
      error.notes = [
        "write the whole name of an error of another module: "
          + wholeNames.joined(separator: ", ")
      ]
      return error
    }
    let types = syntax.errorTypes.map { $0.path.joined(separator: ".") }
    error.notes = Suggestions.note("error types", types)
    error.notes.append(
      "write error(\"...\"), or register a type of another module with "
        + "LeafRegistry.registerConcrete")
    return error
  }

  /// Returns the errors that a text may have meant: cases of this name, then types with a similar
  /// name.
  private func candidates(_ names: [String], _ node: Int) -> [String] {
    guard tree[node].kind != .object, isNameByte(names[0].utf8.first ?? 0) else { return [] }
    let types = syntax.errorTypes
    let cases = types.filter { type in
      (try? EnumSchema.of(type.type))?.cases.contains { $0.name == names[0] } ?? false
    }
    guard cases.isEmpty else {
      let text = describe(node).drop { $0 == "." }
      return cases.map { $0.path.joined(separator: ".") + "." + text }
    }
    if let type = types.first(where: { $0.path.last == names[0] }) { return beginnings(of: type) }
    return Suggestions.closest(
      to: names[0],
      among: types.map {
        ($0.path.last ?? "", text(of: node, renamed: $0.path.joined(separator: ".")))
      })
  }

  /// Returns the text with another name of the type.
  private func text(of node: Int, renamed name: String) -> String {
    let text = describe(node)
    let first = tree.name(node)
    return text.drop { $0 == "." }.hasPrefix(first)
      ? name + text.drop { $0 == "." }.dropFirst(first.count) : name
  }

  private func beginnings(of type: ErrorType) -> [String] {
    let name = type.path.joined(separator: ".")
    switch TextSchema.of(type.type).shape {
    case .enumeration:
      return syntax.suggestedCases(of: type.type).prefix(3).map { "\(name).\($0.suggestion)" }
    case .structure(let schema): return [schema.suggestion]
    default: return []
    }
  }
}

extension ErrorType {
  /// Returns the index of the type's own name, if the names begin with it. The enclosing types and
  /// the module may precede it.
  func position(in names: [String]) -> Int? {
    let whole = [module] + path
    return names.indices.first { index in
      index < whole.count && whole.suffix(index + 1).elementsEqual(names[...index])
    }
  }
}
