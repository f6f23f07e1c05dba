/// The label of an action: the names of its cases, from the outside in, as in
/// `destination.presented.saveButtonTapped`.
///
/// The first names are those of a part of the state, if the action belongs to it.
package struct ActionLabel: Hashable, Sendable {
  private let names: [Substring]

  /// Reads a label, or the path of a part of the state.
  package init(_ text: String) {
    names = text.split(separator: ".", omittingEmptySubsequences: false)
  }

  /// Whether the action may belong to a child feature.
  package var isNested: Bool { names.count > 1 }

  /// Whether the action is one of an element: of a row, or of a screen on a stack.
  package var isOfElement: Bool { names.contains("element") }

  /// Whether the label begins with all names of another label, and has more: the action belongs to that
  /// action or that part of the state.
  package func isInside(_ other: ActionLabel) -> Bool {
    names.count > other.names.count && names.starts(with: other.names)
  }
}
