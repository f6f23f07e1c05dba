/// A type that says itself how a value of it is written in Swift's source.
///
/// Structs that are made of their properties and enums need none.
///
/// ```swift
/// extension Celsius: SwiftValue {
///   func swift(_ printer: inout SwiftPrinter) throws(ValueError) -> SwiftExpression {
///     .text("Celsius(degrees: \(degrees))")
///   }
/// }
/// ```
public protocol SwiftSourceConvertible {
  /// The expression, where a value of this type is expected.
  func swiftExpression(_ printer: inout SwiftSourcePrinter) throws(ValueError) -> SwiftExpression
}

/// A collection of which an element is had by its identity: `rows[id: 1]`.
public protocol SwiftIDSubscriptable {}

/// A collection that knows how it became another in fewer words than all of its elements.
public protocol SwiftAssignmentsProviding {
  /// The statements that change `old`, which is at `target`, into this; `nil` where there are none
  /// shorter than an assignment.
  func swiftAssignments(
    from old: Any, at target: String, _ changes: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]?
}
