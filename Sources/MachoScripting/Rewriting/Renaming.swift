import MachoValues

/// The old and new name of an action, a property or a type.
package struct Renaming: Codable, Hashable, Sendable {
  /// The old name.
  package let old: String
  /// The new name.
  package let new: String

  /// Parses `old=new`, where both are Swift identifiers.
  package init(parsing text: String) throws(MigrationError) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw MigrationError("invalid renaming '\(text)': write old=new")
    }
    for part in parts where !Self.isName(part) {
      throw MigrationError(
        "invalid name '\(part)': expected a case, property or type, without a path")
    }
    guard parts[0] != parts[1] else {
      throw MigrationError("'\(text)' renames to the same name")
    }
    (old, new) = (parts[0], parts[1])
  }

  private init(old: String, new: String) { (self.old, self.new) = (old, new) }

  /// The renaming that takes this one back.
  package var inverse: Renaming { Renaming(old: new, new: old) }

  /// Whether a text is a Swift identifier.
  static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !text.isEmpty else { return false }
    return text.utf8.allSatisfy(isNameByte) && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first)
  }
}
