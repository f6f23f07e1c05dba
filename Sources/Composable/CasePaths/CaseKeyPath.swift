import IssueReporting
import MachoMetadata

extension KeyPath {
  /// Embeds a value in the key path's case: `(\Action.Cases.countChanged)(3)`.
  public func callAsFunction<Enum, AssociatedValue>(_ value: AssociatedValue) -> Enum
  where Root == Case<Enum>, Value == Case<AssociatedValue> {
    AnyCasePath(self).embed(value)
  }

  /// Returns the key path's case, which has no payload.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Embeds a value in the key path's case. Returns `nil` if the value is not of the payload's
  /// type.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ value: Any) -> Enum?
  where Root == Case<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embedAny(value).flatMap { $0 as? Enum }
  }
}

/// Whether a value is in the key path's case, for `switch` and `if case`.
public func ~= <Root: CasePathable>(pattern: PartialCaseKeyPath<Root>, value: Root) -> Bool {
  value.is(pattern)
}

extension AnyCasePath {
  /// Creates a case path from a case key path with an erased payload type.
  public init?(_ keyPath: PartialCaseKeyPath<Root>) where Value == Any {
    // Captures the case path, which is `Sendable`, and not the key path.
    guard let casePath = Case<Root>()[keyPath: keyPath] as? any AnyCase else { return nil }
    self.init(
      embed: { value in
        guard let root = casePath.embedAny(value), let root = root as? Root else {
          preconditionFailure("Cannot embed a value of type \(type(of: value)) in \(casePath).")
        }
        return root
      },
      extract: { casePath.extractAny(from: $0) })
  }
}

extension CasePathable where AllCasePaths: CasePathReflectable<Self> {
  /// The key path of the value's case.
  public var `case`: PartialCaseKeyPath<Self> { Self.allCasePaths[self] }
}

extension CasePathable {
  /// The payload of the key path's case, or `nil` in another case.
  ///
  /// Setting a value replaces the payload. As an assignment through an optional, it has no effect in
  /// another case, and neither has setting `nil`.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set { AnyCasePath(keyPath).replacePayload(of: &self, by: newValue) }
  }

  /// The type-erased payload of the key path's case, or `nil` in another case.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    (Case<Self>()[keyPath: keyPath] as? any AnyCase)?.extractAny(from: self)
  }

  /// Whether the value is in the key path's case.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool { self[case: keyPath] != nil }

  /// Modifies the payload of a case in place. Reports an issue if the value is in another case.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    guard AnyCasePath(keyPath).modifyIfPresent(&self, yield) == nil else { return }
    // Neither the key path, which prints an address, nor the value: the text identifies the issue.
    let current = (try? EnumSchema.of(Self.self).currentCase(of: self).name) ?? "another one"
    reportIssue(
      "Cannot modify a payload of type \(Value.self): the case of the \(Self.self) is \(current).",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The payload of a case as a property, for enums marked `@dynamicMemberLookup`.
  ///
  /// Setting a value replaces the payload. It has no effect in another case, and neither has setting
  /// `nil`.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { Self.allCasePaths[keyPath: keyPath].replacePayload(of: &self, by: newValue) }
  }
}
