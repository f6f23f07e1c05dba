import Foundation

/// The name of a package or of a feature, as a user gives it. Letters of any script are allowed.
struct ScaffoldName: Equatable {
  /// Why a text is not a name.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let text: String

  /// Creates a name. `kind` is what the name is for: "package" or "feature".
  init(_ text: String, kind: String) throws(Failure) {
    // File systems may decompose characters. A file and a type must have the same ones.
    self.text = text.precomposedStringWithCanonicalMapping
    if let reason = Self.reason(against: self.text) {
      throw Failure(description: "invalid \(kind) name '\(text)': \(reason)")
    }
  }

  private static func reason(against text: String) -> String? {
    guard let first = text.unicodeScalars.first else { return "it is empty" }
    if let other = text.unicodeScalars.first(where: { !isAllowed($0) }) {
      return other == "/" || other == "\\"
        ? "it names a directory and a type, and is no path"
        : "'\(other)' is not a letter, a digit, '-' or '_'"
    }
    guard !first.properties.isXIDStart else { return nil }
    return "it begins with '\(first)', and a Swift module or type begins with a letter"
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar.properties.isXIDContinue
  }

  /// Creates the name of a package from that of a directory. Other characters become `-`.
  init(directory: String) {
    let scalars = directory.precomposedStringWithCanonicalMapping.unicodeScalars
    let name = scalars.map { Self.isAllowed($0) ? Character($0) : "-" }
      .drop { !($0.unicodeScalars.first?.properties.isXIDStart ?? false) }
    text = name.isEmpty ? "app" : String(name)
  }

  /// Whether the linkers of all platforms accept the name in symbols.
  var isASCII: Bool { text.utf8.allSatisfy { $0 < 0x80 } }

  /// The words of the name: `contact-list`, `contact_list` and `ContactList` have two.
  private var words: [String] {
    var words: [String] = []
    var previous: Character = "-"
    for character in text {
      let isSeparator = character == "-" || character == "_"
      let begins = character.isUppercase && !previous.isUppercase
      if previous == "-" || previous == "_" || begins, !isSeparator { words.append("") }
      if !isSeparator { words[words.count - 1].append(character) }
      previous = character
    }
    return words
  }

  /// The name as that of a type: `ContactList`.
  var typeName: String { words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined() }

  /// The name as that of a feature or a script: `contact-list`.
  var commandName: String { words.map { $0.lowercased() }.joined(separator: "-") }
}
