/// What a generated statement changes: a variable, or a part of its value.
package struct SwiftTarget: CustomStringConvertible, ExpressibleByStringLiteral, Sendable {
  private let variable: String
  /// The way from the variable to the part: `.rows[id: 1]?.name`. Empty for the variable itself.
  package private(set) var path = ""
  /// The number of Optionals around the part that the path unwraps at its end.
  private var unwrapCount = 0
  /// Whether the path unwraps an Optional.
  private(set) var isInOptional = false

  /// Creates a target that is a variable.
  package init(_ variable: String) { self.variable = variable }

  /// Creates a target that is a variable.
  package init(stringLiteral variable: String) { self.init(variable) }

  /// The Swift expression: `$0.rows[id: 1]?.name`.
  package var description: String { variable + path }

  /// The Swift expression of the Optional that the path unwraps at its end, or of the part if it
  /// unwraps none.
  var wrappedDescription: String {
    variable + (unwrapCount > 0 ? String(path.dropLast()) : path)
  }

  /// Returns a property of the part.
  package func property(_ name: String) -> SwiftTarget { appending(".\(name)") }

  /// Returns an element of the part.
  ///
  /// - Parameter key: The arguments of the subscript: `0`, `id: 1`.
  package func element(_ key: String) -> SwiftTarget { appending("[\(key)]") }

  /// The value in the Optional that the part is.
  package var unwrapped: SwiftTarget {
    var target = appending("?")
    target.unwrapCount = unwrapCount + 1
    target.isInOptional = true
    return target
  }

  private func appending(_ text: String) -> SwiftTarget {
    var target = self
    target.path += text
    target.unwrapCount = 0
    return target
  }
}
