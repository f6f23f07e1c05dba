/// A change of a declaration after which texts of values must be rewritten. A property of a type or a value
/// in a case's payload was added, removed or renamed, or a case was removed or renamed.
package struct MemberChange: Codable, Hashable, Sendable {
  /// How the member changed.
  package enum Kind: Codable, Hashable, Sendable {
    /// It is new. Values get this text for it.
    case add(String)
    case remove
    /// It has this name now. A value of a payload that has no label now has its position: `1`.
    case rename(String)
  }

  /// The names that lead to the type or the case that has the member: `["Counter", "State"]`.
  package let owner: [String]
  /// The name of the member; the old one if it was renamed. A value without a label has its position: `1`.
  package let member: String
  /// How the member changed.
  package let kind: Kind

  /// Creates a change.
  package init(owner: [String], member: String, kind: Kind) {
    self.owner = owner
    self.member = member
    self.kind = kind
  }

  /// The member with its owner: `Expense.name`.
  package var name: String { (owner + [member]).joined(separator: ".") }

  /// The text of the value that is added. `nil` for another change.
  var addedText: String? {
    if case .add(let text) = kind { text } else { nil }
  }

  /// The new name. `nil` for another change.
  var newName: String? {
    if case .rename(let name) = kind { name } else { nil }
  }

  /// Whether the member was removed.
  var isRemoval: Bool { kind == .remove }
}

/// The reason why a migration cannot be made as it was asked for.
package struct MigrationError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String

  /// Creates an error with its message.
  package init(_ description: String) { self.description = description }
}
