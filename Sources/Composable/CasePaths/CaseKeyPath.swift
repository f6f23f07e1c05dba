import IssueReporting

extension KeyPath {
  /// Wraps a value in the case that the key path names: `(\Action.Cases.countChanged)(3)`.
  public func callAsFunction<Enum, AssociatedValue>(_ value: AssociatedValue) -> Enum
  where Root == Case<Enum>, Value == Case<AssociatedValue> {
    AnyCasePath(self).embed(value)
  }

  /// The case without a payload that the key path names.
  public func callAsFunction<Enum>() -> Enum where Root == Case<Enum>, Value == Case<Void> {
    AnyCasePath(self).embed(())
  }
}

extension PartialKeyPath {
  /// Wraps a value in the case that the key path names, if it is of the case's type.
  @_disfavoredOverload
  public func callAsFunction<Enum: CasePathable>(_ value: Any) -> Enum?
  where Root == Case<Enum> {
    (Case<Enum>()[keyPath: self] as? any AnyCase)?.embedAny(value) as? Enum
  }
}

/// Whether a value is in the case that a key path names, for `switch` and `case`.
public func ~= <Root: CasePathable>(pattern: PartialCaseKeyPath<Root>, value: Root) -> Bool {
  value.is(pattern)
}

extension AnyCasePath {
  /// Makes a case path of a case key path whose value's type is not known.
  public init?(_ keyPath: PartialCaseKeyPath<Root>) where Value == Any {
    // What is kept of the key path is the walk that it describes.
    guard let walk = Case<Root>()[keyPath: keyPath] as? any AnyCase else { return nil }
    self.init(
      embed: { value in
        guard let root = walk.embedAny(value) as? Root else {
          preconditionFailure("A value of type \(type(of: value)) does not fit into \(walk).")
        }
        return root
      },
      extract: { walk.extractAny(from: $0) })
  }
}

extension CasePathable {
  /// The value of the case that a key path names, or nil in another case.
  ///
  /// Setting a value puts the whole into that case; setting nil changes nothing, as no case is
  /// told to follow.
  public subscript<Value>(case keyPath: CaseKeyPath<Self, Value>) -> Value? {
    get { AnyCasePath(keyPath).extract(from: self) }
    set { if let newValue { self = AnyCasePath(keyPath).embed(newValue) } }
  }

  /// The value of the case that a key path names, of whatever type, or nil in another case.
  @_disfavoredOverload
  public subscript(case keyPath: PartialCaseKeyPath<Self>) -> Any? {
    (Case<Self>()[keyPath: keyPath] as? any AnyCase)?.extractAny(from: self)
  }

  /// Whether the value is in the case that a key path names.
  public func `is`(_ keyPath: PartialCaseKeyPath<Self>) -> Bool { self[case: keyPath] != nil }

  /// Changes the value of a case in place; an issue is reported in another case.
  public mutating func modify<Value>(
    _ keyPath: CaseKeyPath<Self, Value>, yield: (inout Value) -> Void,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    guard AnyCasePath(keyPath).modifyIfPresent(&self, yield) == nil else { return }
    reportIssue(
      "Cannot modify the case \(keyPath) of a \(Self.self) that is in another case: \(self)",
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The value of a case as a property, in an enum that is marked `@dynamicMemberLookup`.
  ///
  /// Setting a value puts the whole into that case; setting nil changes nothing.
  public subscript<Value>(
    dynamicMember keyPath: KeyPath<AllCasePaths, AnyCasePath<Self, Value>>
  ) -> Value? {
    get { Self.allCasePaths[keyPath: keyPath].extract(from: self) }
    set { if let newValue { self = Self.allCasePaths[keyPath: keyPath].embed(newValue) } }
  }
}
