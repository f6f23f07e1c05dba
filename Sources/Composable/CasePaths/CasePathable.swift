/// An enum whose cases can be named by key paths: `\.destination.presented`.
///
/// A macro writes the conformance; by hand it is a property for each case:
///
/// ```swift
/// extension Counter.Action: CasePathable {
///   struct AllCasePaths: Sendable {
///     var countChanged: AnyCasePath<Action, Int> {
///       AnyCasePath(embed: { .countChanged($0) }, extract: {
///         if case .countChanged(let count) = $0 { count } else { nil }
///       })
///     }
///   }
///   static var allCasePaths: AllCasePaths { AllCasePaths() }
/// }
/// ```
///
/// `AnyCasePath(Action.countChanged)` says the same in one line.
public protocol CasePathable {
  /// A type with a property of type `AnyCasePath` for each case.
  associatedtype AllCasePaths

  /// The case paths of all cases.
  static var allCasePaths: AllCasePaths { get }
}

extension CasePathable {
  /// The root of key paths to the cases: `\Action.Cases.countChanged`.
  public typealias Cases = Case<Self>
}

/// A key path from an enum to the values of one of its cases.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path from an enum to one of its cases, of whatever value.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

/// Case paths that know the case of a value.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The case that `root` is in.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// An enum whose case paths are a sequence.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}
