import MachoMetadata

/// What an argument list belongs to, for errors.
struct ArgumentOwner {
  var name: String
  var signature: String
}

extension ValueReader {
  /// The values of `given` for `parts`, each with the label that the source demands.
  func arguments(
    _ given: [Int], _ parts: [Field], _ node: Int, _ subject: @autoclosure () -> ArgumentOwner,
    _ defaults: [String: String]
  ) throws(ValueError) -> [Any] {
    var values: [Any] = []
    values.reserveCapacity(parts.count)
    var next = 0
    for (index, part) in parts.enumerated() {
      let fallback = defaults.isEmpty ? nil : defaults[part.label ?? "\(index)"]
      guard next < given.count, hasLabel(given[next], part) else {
        if let fallback {
          values.append(try syntax.readValue(fallback[...], of: part.type))
          continue
        }
        throw mismatch(next < given.count ? given[next] : nil, part, node, subject())
      }
      if let reason = part.refusal {
        throw cannotBuild(
          given[next], MetadataError("\(subject().name): \(TypeName.spell(part.type))", reason))
      }
      values.append(try build(given[next], TextSchema.of(part.type)))
      next += 1
    }
    guard next == given.count else {
      throw ValueError(
        .unexpectedArgument, tree.range(given[next]),
        "\(subject().name) takes \(count(parts.count)), found one more: \(describe(given[next]))",
        candidates: [subject().signature])
    }
    return values
  }

  func hasLabel(_ node: Int, _ part: Field) -> Bool {
    let range = tree.labelRange(node)
    guard let label = part.label else { return range == nil }
    guard let range else { return false }
    return tree.bytes[range].elementsEqual(label.utf8)
  }

  func mismatch(
    _ given: Int?, _ part: Field, _ node: Int, _ subject: ArgumentOwner
  ) -> ValueError {
    let expected =
      part.label.map { "'\($0): \(TypeName.spell(part.type))'" }
      ?? TypeName.spell(part.type)
    guard let given else {
      let end = tree.range(node).upperBound
      return ValueError(
        .missingArgument, max(end - 1, tree.range(node).lowerBound)..<end,
        "\(subject.name) needs \(expected)", candidates: [subject.signature])
    }
    let text = describe(given)
    guard let range = tree.labelRange(given) else {
      return ValueError(
        .wrongLabel, tree.range(given), "\(subject.name) needs the label '\(part.label ?? "_"):'",
        candidates: ["\(part.label ?? "_"): \(text)"])
    }
    let found = tree.text(range)
    return ValueError(
      .wrongLabel, range,
      "\(subject.name) has no label '\(excerpt(found)):' here, expected \(expected)",
      candidates: [part.label.map { "\($0): \(text)" } ?? text])
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
            .missingArgument, tree.range(node), "'\(names[0])' is not given")
        }
        ordered.append(pairs[found + 1])
      }
      return try tupleValue(ordered, schema.type, node)
    default: throw Literal(reader: self, node: node).wrongType(schema.type)
    }
  }

  /// A tuple takes its elements with their labels, or all without any.
  func tupleValue(_ given: [Int], _ type: Any.Type, _ node: Int) throws(ValueError) -> Any {
    do {
      let schema = try TupleSchema.of(type)
      let name = TypeName.spell(type)
      let isBare = given.allSatisfy { tree.labelRange($0) == nil }
      let parts = isBare ? schema.elements.map { $0.unlabelled } : schema.elements
      let values = try arguments(
        given, parts, node, ArgumentOwner(name: name, signature: name), [:])
      return try schema.makeValue(values)
    } catch let error as ValueError {
      throw error
    } catch let error as MetadataError {
      throw cannotBuild(node, error)
    } catch {
      throw Literal(reader: self, node: node).wrongType(type)
    }
  }
}
