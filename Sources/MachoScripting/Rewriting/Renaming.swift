/// A name that an action, a property or a type had, and the one that it has now.
package struct Renaming: Hashable, Sendable {
  /// What it was called.
  package let old: String
  /// What it is called.
  package let new: String

  /// Reads `old=new`: two names as Swift has them.
  package init(parsing text: String) throws(RenamingError) {
    let parts = text.split(separator: "=", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2 else {
      throw RenamingError(description: "'\(text)' is no renaming: write old=new")
    }
    for part in parts where !Self.isName(part) {
      throw RenamingError(
        description: "'\(part)' is no name: a case, a property or a type, without a path")
    }
    guard parts[0] != parts[1] else {
      throw RenamingError(description: "'\(text)' renames to the same name")
    }
    (old, new) = (parts[0], parts[1])
  }

  private static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !text.isEmpty else { return false }
    return text.utf8.allSatisfy(isNameByte) && !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first)
  }
}

/// Whether a byte can stand in a name.
func isNameByte(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
    true
  default: false
  }
}

/// Why a text says no renaming.
package struct RenamingError: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}
