import IssueReporting
import MachoMetadata

extension AnyCasePath {
  /// Makes a case path of a case's constructor: `AnyCasePath(Action.countChanged)`.
  ///
  /// What the case holds is found through the metadata of the enum.
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
        // Several cases may hold a `Value`: the constructor tells which one is its own.
        return payloads.tag(of: embed(value)) == tag ? value : nil
      })
  }

  /// Makes a case path of a case without a payload: `AnyCasePath(Action.decrementButtonTapped)`.
  @_disfavoredOverload
  public init(_ root: Root) where Value == Void {
    let schema = try? EnumSchema.of(Root.self)
    if (try? schema?.currentCase(of: root).payload) != nil {
      reportIssue("A case path needs the name of a case, and '\(root)' is a value of one.")
    }
    // A case without a payload is a number: there is nothing in it that could be shared.
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
    A case path of \(root) to \(value) can extract nothing: no case of it holds such a value, or \
    the runtime cannot read it.

    Make the case path of two closures: 'AnyCasePath(embed:extract:)'.
    """)
}
