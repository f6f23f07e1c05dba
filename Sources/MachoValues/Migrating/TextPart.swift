/// A part of a text that contains values, and what they are read as.
package struct TextPart: Sendable {
  /// What a part is read as.
  package enum Role: Sendable {
    /// Values. Each has the first of these types that fits it, or any type if the list is empty.
    case values([Any.Type])
    /// Values, likewise. Properties that they omit have the values of another one, such as the start state.
    case overlays([Any.Type])
    /// Actions, likewise.
    case actions([Any.Type])
    /// Patterns of actions, likewise.
    case patterns([Any.Type])
    /// A list of patterns in brackets, each of its type.
    case arguments([Any.Type])
    /// Conditions and paths of a state of this type. `nil` if it is not known.
    case conditions(Any.Type?)
  }

  /// The UTF-8 range in the text.
  package var range: Range<Int>
  /// What the part is read as.
  package var role: Role

  /// Creates a part.
  package init(_ range: Range<Int>, _ role: Role) {
    self.range = range
    self.role = role
  }
}
