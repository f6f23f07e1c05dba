import MachoMetadata

/// Builds values from a syntax tree, guided by their types.
struct ValueReader: Sendable {
  let tree: SyntaxTree
  let syntax: ValueSyntax
  /// Whether the value is going to be sent. If so, cases that `CaseOverrides` forbids are rejected.
  var isSending = false
  /// The number of enclosing files. Limits files that include each other.
  var fileDepth = 0

  /// Builds the value of `node` with the schema's type. Properties of a struct that the text omits
  /// keep their value from `base`.
  func build(_ node: Int, _ schema: TextSchema, over base: Any? = nil) throws(ValueError) -> Any {
    if let base, let type = schema.type as? any TextOverlaying.Type {
      return try type.read(Literal(reader: self, node: node), over: base)
    }
    switch tree[node].kind {
    case .file: return try file(node, schema, over: base)
    case .variable: return try variable(node, schema, over: base)
    case .with:
      if case .structure(let structure) = schema.shape {
        let template = try build(node + 1, schema, over: base)
        return try self.structure(node, structure, over: template)
      }
    case .call:
      if let text = try unquotedCallText(node) {
        return try relocatingErrors(to: tree.range(node)) { () throws(ValueError) in
          try syntaxWithoutVariables.readValue(text[...], of: schema.type)
        }
      }
    case .tuple:
      if let inner = parenthesized(node, schema) { return try build(inner, schema, over: base) }
    case .wildcard:
      throw ValueError(.syntax, tree.range(node), "'_' is only valid in a pattern")
    default: break
    }
    if let leaf = syntax.leaves.leaf(schema.type) {
      return try convertible(node, schema.type, isLeaf: true, leaf.read)
    }
    switch schema.shape {
    case .convertible(let type):
      if let base, let type = type as? any OptionalValue.Type {
        return try overlayOptional(node, type, over: base)
      }
      return try convertible(node, type, isLeaf: false) { literal throws(ValueError) in
        try type.read(literal)
      }
    case .enumeration(let cases): return try enumeration(node, cases)
    case .structure(let structure):
      if structure.needsDecoder,
        base == nil || !givesOnlyBuildableProperties(node, of: structure)
      {
        return try decode(node, schema.type)
      }
      return try self.structure(node, structure, over: base)
    case .decodable: return try decode(node, schema.type)
    case .tuple(let schema): return try tuple(node, schema)
    case .existential: return try existential(node, schema)
    case .refused(let reason, let isRegistrable):
      throw ValueError(
        .cannotBuild, tree.range(node), "\(schema.name) cannot be built from text: \(reason)",
        notes: [
          isRegistrable
            ? "register its text with LeafRegistry.register(\(schema.name).self, ...)"
            : ValueReader.conformanceAdvice
        ])
    }
  }

  private func overlayOptional(
    _ node: Int, _ type: any OptionalValue.Type, over base: Any
  ) throws(ValueError) -> Any {
    let literal = Literal(reader: self, node: node)
    guard !literal.isNil, literal.onlyMember(named: "some") == nil,
      let wrapped = flattened(base)
    else {
      return try type.read(literal)
    }
    let value = try build(node, TextSchema.of(type.wrappedType), over: wrapped)
    guard let lifted = type.lift(value) else { throw literal.wrongType(type.wrappedType) }
    return lifted
  }

  /// Returns the value in parentheses that only group, as Swift code has them around a negative
  /// bound of a range.
  private func parenthesized(_ node: Int, _ schema: TextSchema) -> Int? {
    if case .tuple = schema.shape { return nil }
    guard let inner = tree.firstChild(node), tree[inner].next == tree[node].next,
      tree.labelRange(inner) == nil
    else { return nil }
    return inner
  }

  // MARK: Files

  /// Builds a value from `@file("name")`. Errors inside the file are reported at the `@file` node.
  private func file(_ node: Int, _ schema: TextSchema, over base: Any?) throws(ValueError) -> Any {
    let range = tree.range(node)
    let name = try tree.stringValue(node + 1)
    guard let files = syntax.files, fileDepth < 8 else {
      throw ValueError(.noSuchFile, range, "files are not available here: '\(name)' cannot be read")
    }
    let text: String
    do {
      text = try files.contents(of: name)
    } catch let error as ValueError {
      throw ValueError(
        code: error.code, range: range, message: error.message, candidates: error.candidates,
        notes: error.notes)
    } catch {
      throw ValueError(
        .noSuchFile, range, "\(error)",
        candidates: files.similarNames(to: name).map { "@file(\(syntax.print($0)))" })
    }
    do throws(ValueError) {
      let reader = ValueReader(
        tree: try JSONParser.parse(text), syntax: syntax, isSending: isSending,
        fileDepth: fileDepth + 1)
      return try reader.build(0, schema, over: base)
    } catch {
      let line = text.utf8.prefix(error.range.lowerBound).count { $0 == 0x0a } + 1
      var error = error
      error.range = range
      error.message = "\(name), line \(line): \(error.message)"
      throw error
    }
  }

  // MARK: Describing

  /// Returns a short description of a node for an error message.
  func describe(_ node: Int) -> String {
    let range = tree.range(node)
    if range.count <= 40 { return tree.text(range) }
    switch tree[node].kind {
    case .string: return "a string"
    case .array: return "an array"
    case .dictionary: return "a dictionary"
    case .object: return "an object"
    case .tuple: return "a tuple"
    case .call, .chain, .name:
      let name = tree.nameRange(node)
      return tree.text(name.lowerBound..<min(name.upperBound, name.lowerBound + 40)) + "..."
    default: return "a long text"
    }
  }

  func cannotBuild(_ node: Int, _ error: MetadataError) -> ValueError {
    let code: ValueError.Code = error.reason == .wrongType ? .wrongType : .cannotBuild
    return ValueError(
      code, tree.range(node), error.description, notes: advice(error.reason).map { [$0] } ?? [])
  }

  private static let conformanceAdvice =
    "give the enclosing type its own text: conform it to TextConvertible or Decodable, "
    + "or register it with LeafRegistry.register"

  /// Returns advice for the user about a type that text cannot build. `nil` if there is none.
  private func advice(_ reason: MetadataError.Reason) -> String? {
    switch reason {
    case .function, .metatype, .weakStorage, .unownedStorage, .noncopyable,
      .constrainedExistential:
      ValueReader.conformanceAdvice
    case .unresolvedType, .noReflectionMetadata:
      "register its text with LeafRegistry.register"
    case .notAnEnum, .notAStruct, .notATuple, .unsupportedPlatform, .wrongType, .wrongCount,
      .uninhabited:
      nil
    }
  }
}
