import IssueReporting
import MachoMetadata

extension AnyCasePath {
  /// Creates a case path from a case constructor: `AnyCasePath(Action.countChanged)`.
  ///
  /// Extracts the payload through the enum's runtime metadata.
  @preconcurrency
  public init(_ embed: @escaping @Sendable (Value) -> Root) {
    if let optional = Root.self as? any OptionalCaseRoot.Type,
      let path = optional.casePath(embed) as? Self
    {
      self = path
      return
    }
    self.init(
      embed: embed,
      extract: { root in
        guard let payloads = try? CasePayloads<Root, Value>.shared() else {
          reportUnreadableCase(Root.self, Value.self)
          return nil
        }
        let tag = payloads.tag(of: root)
        guard
          let value = payloads.payload(of: root, tag: tag)
            ?? (payloads.isEmpty ? convertedPayload(of: root) : nil)
        else { return nil }
        // Several cases may have a `Value` payload. The tag of an embedded value identifies this
        // case.
        return payloads.tag(of: embed(value)) == tag ? value : nil
      })
  }

  /// Creates a case path from a case without payload: `AnyCasePath(Action.decrementButtonTapped)`.
  @_disfavoredOverload
  public init(_ root: Root) where Value == Void {
    if let optional = root as? any OptionalCaseRoot,
      let path = optional.casePathOfValue as? AnyCasePath<Root, Void>
    {
      self = path
      return
    }
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

/// An optional, whose case paths given by a constructor are those of the wrapped value: the
/// constructor of a case of `Action` also serves for an `Action?`.
private protocol OptionalCaseRoot {
  static func casePath<Root, Value>(_ embed: @escaping @Sendable (Value) -> Root) -> Any?
  var casePathOfValue: Any? { get }
}

extension Optional: OptionalCaseRoot {
  static func casePath<Root, Value>(_ embed: @escaping @Sendable (Value) -> Root) -> Any? {
    // `Optional.some` itself, or a type that is not an enum.
    guard Value.self != Wrapped.self, (try? CasePayloads<Wrapped, Value>.shared()) != nil,
      let embed = embed as? @Sendable (Value) -> Wrapped?
    else { return nil }
    return AnyCasePath<Wrapped?, Value>(
      embed: embed,
      extract: { root in
        guard let root, let payloads = try? CasePayloads<Wrapped, Value>.shared() else {
          return nil
        }
        let tag = payloads.tag(of: root)
        guard let value = payloads.payload(of: root, tag: tag) else { return nil }
        return embed(value).map { payloads.tag(of: $0) == tag } == true ? value : nil
      })
  }

  var casePathOfValue: Any? {
    guard let value = self, let schema = try? EnumSchema.of(Wrapped.self),
      (try? schema.currentCase(of: value).payload) == nil
    else { return nil }
    let tag = enumTag(of: value)
    // SAFETY: a case without a payload is only a tag and refers to no memory.
    nonisolated(unsafe) let root = self
    return AnyCasePath<Wrapped?, Void>(
      embed: { root }, extract: { $0.map { enumTag(of: $0) == tag } == true ? () : nil })
  }
}

/// Returns a payload that a constructor has converted from a `Value`: `(String) -> Root` is also the
/// type of a case with the payload `String?`, `any Hashable` or `AnyHashable`. Reports an issue if no
/// case has such a payload.
private func convertedPayload<Root, Value>(of root: Root) -> Value? {
  guard let schema = try? EnumSchema.of(Root.self),
    schema.cases.contains(where: { $0.elements.count == 1 && isConverted($0.elements[0].type) })
  else {
    reportUnreadableCase(Root.self, Value.self)
    return nil
  }
  guard let payload = try? schema.payload(of: root), payload.count == 1 else { return nil }
  return payload[0] as? Value
}

/// Whether a type has values that are made of values of other types.
private func isConverted(_ type: Any.Type) -> Bool {
  if type == AnyHashable.self { return true }
  return switch TypeKind(of: type) {
  case .optional, .existential, .constrainedExistential, .classType: true
  default: false
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
