import MachoScripting
import MachoSessions
import MachoValues

/// Checks that interchangeable features have equal states after the same lines.
struct VariantCheck {
  /// The names of the features. The first one is explored.
  let names: [String]
  let catalog: [any DrivenFeature]
  /// The files that lines may read.
  let files: ScriptFileSource?

  /// Returns a finding if a variant disagrees with the first one, and the line that shows it.
  func finding(_ lines: [Line]) -> (finding: Finding, line: Line)? {
    guard let first = names.first, let expected = state(of: first, after: lines) else {
      return nil
    }
    for name in names.dropFirst() {
      guard let actual = state(of: name, after: lines) else { continue }
      for property in expected.syntax.properties(of: expected.value.type) {
        guard let path = try? ValuePath(reading: property.name[...]),
          let left = try? path.evaluate(in: expected.value, syntax: expected.syntax),
          let right = try? path.evaluate(in: actual.value, syntax: actual.syntax)
        else { continue }
        let texts = (expected.syntax.print(left), actual.syntax.print(right))
        guard texts.0 != texts.1 else { continue }
        let finding = Finding(
          .variants, identity: "\(name) \(property.name)",
          message: "\(property.name) is \(texts.1) in \(name), and \(texts.0) in \(first); "
            + "see 'macho test --variants \(names.joined(separator: ","))'")
        return (finding, Line(.expect, "\(property.name) == \(texts.0)"))
      }
    }
    return nil
  }

  /// Returns the state of a variant. `nil` if a line fails.
  private func state(
    of name: String, after lines: [Line]
  ) -> (value: TypedValue, syntax: ValueSyntax)? {
    let session = Session(
      catalog: FeatureVariants(names).catalog(catalog, with: name), receiveMode: .onReceive,
      context: .test, files: files)
    let lines = [Line(.exhaustive, "off")] + lines + [Line(.skip, "received")]
    guard (try? CommandLoop.run(lines, in: session)) != nil else { return nil }
    return session.scriptState.map { ($0, session.syntax) }
  }
}
