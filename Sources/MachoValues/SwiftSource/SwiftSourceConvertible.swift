/// A type that defines the Swift source expression of its values.
///
/// Enums, and structs with a memberwise initializer, need no conformance.
///
/// ```swift
/// extension Celsius: SwiftSourceConvertible {
///   func swiftExpression(
///     using printer: inout SwiftSourcePrinter
///   ) throws(ValueError) -> SwiftExpression {
///     .text("Celsius(degrees: \(degrees))")
///   }
/// }
/// ```
public protocol SwiftSourceConvertible {
  /// Returns the expression, for a context where a value of this type is expected.
  func swiftExpression(using printer: inout SwiftSourcePrinter) throws(ValueError)
    -> SwiftExpression
}

/// A collection with a subscript for the elements' identities: `rows[id: 1]`.
package protocol SwiftIDSubscriptable {}

/// A property wrapper with an expression of its own. An initializer takes the wrapper or its content.
package protocol SwiftWrapper: SwiftSourceConvertible, TextProxied {
  /// Whether the property has no setter.
  static var isReadOnly: Bool { get }
}

/// A collection that can express its changes in less text than an assignment of all its elements.
package protocol SwiftAssignmentsProviding {
  /// Returns the statements that turn `old`, located at `target`, into this value. `nil` if none
  /// are shorter than an assignment.
  func swiftAssignments(
    from old: Any, at target: SwiftTarget, using assignments: inout SwiftAssignments
  ) throws(ValueError) -> [SwiftExpression]?
}
