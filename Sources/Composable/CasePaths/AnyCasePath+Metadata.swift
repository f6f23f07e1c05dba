import IssueReporting
import MachoMetadata

extension AnyCasePath {
  /// Creates a case path from a case constructor: `AnyCasePath(Action.countChanged)`.
  ///
  /// Extracts the payload through the enum's runtime metadata.
  public init(_ embed: @escaping @Sendable (Value) -> Root) {
    self.init(
      embed: embed,
      extract: { root in
        guard let payloads = try? CasePayloads<Root, Value>.shared() else {
          reportUnreadableCase(Root.self, Value.self)
          return nil
        }
        let tag = payloads.tag(of: root)
        guard let value = payloads.payload(of: root, tag: tag) else {
          if payloads.isEmpty { reportUnreadableCase(Root.self, Value.self) }
          return nil
        }
        // Several cases may have a `Value` payload. The tag of an embedded value identifies this
        // case.
        return payloads.tag(of: embed(value)) == tag ? value : nil
      })
  }

  /// Creates a case path from a case without payload: `AnyCasePath(Action.decrementButtonTapped)`.
  @_disfavoredOverload
  public init(_ root: Root) where Value == Void {
    let schema = try? EnumSchema.of(Root.self)
    if (try? schema?.currentCase(of: root).payload) != nil {
      reportIssue("'\(root)' has a payload: pass the case itself, not a value of it.")
    }
    // SAFETY: a case without a payload is only a tag and refers to no memory.
    nonisolated(unsafe) let root = root
    guard schema != nil else {
      self.init(embed: { _ in root }, extract: { _ in nil })
      return
    }
    let tag = enumTag(of: root)
    self.init(embed: { root }, extract: { enumTag(of: $0) == tag ? () : nil })
  }
}

private func reportUnreadableCase<Root, Value>(_ root: Root.Type, _ value: Value.Type) {
  reportIssue(
    """
    A case path cannot extract \(value) from \(root): the enum has no case with that payload, or \
    its runtime metadata is not supported.

    Create the case path from two closures: 'AnyCasePath(embed:extract:)'.
    """)
}
