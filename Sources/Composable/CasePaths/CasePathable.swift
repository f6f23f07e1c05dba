/// An enum whose cases key paths can reference: `\.destination.presented`.
///
/// `@CasePathable` generates the conformance. Written by hand, it has a property for each case:
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
/// `AnyCasePath(Action.countChanged)` is a shorter form of that property's value.
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

/// A key path from an enum to the payload of one of its cases.
public typealias CaseKeyPath<Root, Value> = KeyPath<Case<Root>, Case<Value>>

/// A key path from an enum to one of its cases, with an erased payload type.
public typealias PartialCaseKeyPath<Root> = PartialKeyPath<Case<Root>>

/// Case paths that can find the case of a value.
public protocol CasePathReflectable<Root> {
  /// The enum.
  associatedtype Root: CasePathable

  /// The case of `root`.
  subscript(root: Root) -> PartialCaseKeyPath<Root> { get }
}

/// An enum whose case paths form a sequence.
public protocol CasePathIterable: CasePathable
where AllCasePaths: Sequence, AllCasePaths.Element == PartialCaseKeyPath<Self> {}
