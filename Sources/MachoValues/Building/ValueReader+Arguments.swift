import MachoMetadata

/// The case, struct or tuple that an argument list belongs to. Used in error messages.
struct ArgumentOwner {
  var name: String
  /// How it is written.
  var suggestion: String
  /// The full name of the case. Default: `nil` (a tuple or a library's case).
  var path: [String]?
}

extension ValueReader {
  /// Builds the value of each field from `given`, which must have the labels that the source
  /// declares. A field without an argument gets its value from `defaults`, keyed by label or by
  /// position.
  func arguments(
    _ given: [Int], _ fields: [Field], _ node: Int, _ owner: @autoclosure () -> ArgumentOwner,
    _ defaults: [String: String]
  ) throws(ValueError) -> [Any] {
    var values: [Any] = []
    values.reserveCapacity(fields.count)
    var next = 0
    for (index, field) in fields.enumerated() {
      let fallback = defaults.isEmpty ? nil : defaults[field.label ?? "\(index)"]
      guard next < given.count, hasLabel(given[next], field) else {
        if let fallback {
          values.append(try syntax.readValue(fallback[...], of: field.type))
          continue
        }
        var error = mismatch(next < given.count ? given[next] : nil, field, node, owner())
        error.mismatch = declarationMismatch(given, fields, node, owner(), defaults)
        throw error
      }
      if let reason = field.unsupportedReason {
        throw cannotBuild(
          given[next], MetadataError("\(owner().name): \(TypeName.spell(field.type))", reason))
      }
      values.append(try build(given[next], TextSchema.of(field.type)))
      next += 1
    }
    guard next == given.count else {
      var error = ValueError(
        .unexpectedArgument, tree.range(given[next]),
        "\(owner().name) takes \(count(fields.count)), found one more: \(describe(given[next]))",
        candidates: [owner().suggestion])
      error.mismatch = declarationMismatch(given, fields, node, owner(), defaults)
      throw error
    }
    return values
  }

  func hasLabel(_ node: Int, _ field: Field) -> Bool {
    let range = tree.labelRange(node)
    guard let label = field.label else { return range == nil }
    guard let range else { return false }
    return tree.bytes[range].elementsEqual(label.utf8)
  }

  func mismatch(
    _ given: Int?, _ field: Field, _ node: Int, _ owner: ArgumentOwner
  ) -> ValueError {
    let expected =
      field.label.map { "'\($0): \(TypeName.spell(field.type))'" }
      ?? TypeName.spell(field.type)
    guard let given else {
      let end = tree.range(node).upperBound
      return ValueError(
        .missingArgument, max(end - 1, tree.range(node).lowerBound)..<end,
        "\(owner.name) needs \(expected)", candidates: [owner.suggestion])
    }
    let text = describe(given)
    guard let range = tree.labelRange(given) else {
      return ValueError(
        .wrongLabel, tree.range(given), "\(owner.name) needs the label '\(field.label ?? "_"):'",
        candidates: ["\(field.label ?? "_"): \(text)"])
    }
    let found = tree.text(range)
    return ValueError(
      .wrongLabel, range,
      "\(owner.name) has no label '\(excerpt(found)):' here, expected \(expected)",
      candidates: [field.label.map { "\($0): \(text)" } ?? text])
  }

  private func count(_ number: Int) -> String { number == 1 ? "1 value" : "\(number) values" }

  // MARK: Tuples

  func tuple(_ node: Int, _ schema: TupleSchema) throws(ValueError) -> Any {
    switch tree[node].kind {
    case .tuple, .array: return try tupleValue(tree.children(node), schema.type, node)
    case .object:
      let pairs = tree.children(node)
      var ordered: [Int] = []
      for (index, element) in schema.elements.enumerated() {
        let names = [element.label, "\(index)", "_\(index)"].compactMap { $0 }
        guard
          let found = stride(from: 0, to: pairs.count, by: 2).first(where: {
            names.contains((try? tree.stringValue(pairs[$0])) ?? "")
          })
        else {
          throw ValueError(
            .missingArgument, tree.range(node), "missing '\(names[0])'")
        }
        ordered.append(pairs[found + 1])
      }
      return try tupleValue(ordered, schema.type, node)
    default: throw Literal(reader: self, node: node).wrongType(schema.type)
    }
  }

  /// Builds a tuple. Either every element has its label, or no element has one.
  func tupleValue(_ given: [Int], _ type: Any.Type, _ node: Int) throws(ValueError) -> Any {
    do {
      let schema = try TupleSchema.of(type)
      let name = TypeName.spell(type)
      let isBare = given.allSatisfy { tree.labelRange($0) == nil }
      let fields = isBare ? schema.elements.map { $0.unlabelled } : schema.elements
      let values = try arguments(
        given, fields, node, ArgumentOwner(name: name, suggestion: name), [:])
      return try schema.makeValue(fields: values)
    } catch let error as ValueError {
      throw error
    } catch let error as MetadataError {
      throw cannotBuild(node, error)
    } catch {
      throw Literal(reader: self, node: node).wrongType(type)
    }
  }
}
