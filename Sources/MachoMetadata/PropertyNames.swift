import CMachoMetadata

/// The names of the properties that a key path goes through.
///
/// The description of a key path names stored properties. On Linux, it has only addresses for computed
/// ones: `\\Values.<computed 0x55d9 (Client)>.search`. The symbol table has their names.
package enum PropertyNames {
  /// Returns the names after the root type: `client.search`. `nil` if one is unknown: the executable is
  /// stripped, or the platform has no reader of symbols.
  package static func of(_ path: AnyKeyPath) -> String? {
    names(in: "\(path)") { address in
      guard let mangled = macho_function_at(address) else { return nil }
      defer { macho_buffer_free(mangled) }
      guard let text = macho_demangle(mangled) else { return nil }
      defer { macho_buffer_free(text) }
      return String(cString: text)
    }
  }

  /// Reads the description of a key path. `function` returns the readable name of the function at an
  /// address.
  static func names(in description: String, _ function: (UInt) -> String?) -> String? {
    // The root type: `\Values`. Its generic arguments may contain dots.
    var rest = description.dropFirst()
    var depth = 0
    rest = rest.drop { character in
      if "<(".contains(character) { depth += 1 }
      if ">)".contains(character) { depth -= 1 }
      return character != "." || depth > 0
    }
    var names = ""
    while !rest.isEmpty {
      if rest.hasPrefix(opening) {
        rest = rest.dropFirst(opening.count)
        let digits = rest.prefix(while: \.isHexDigit)
        guard let address = UInt(digits, radix: 16),
          let name = function(address).flatMap(property(of:))
        else { return nil }
        names += "." + name
        rest = rest[digits.endIndex...].dropFirst()
        rest = rest.dropFirst(lengthOfGroup(rest)).dropFirst()
      } else {
        let name = rest.dropFirst().prefix { $0 != "." }
        guard !name.isEmpty else { return nil }
        names += "." + name
        rest = rest[name.endIndex...]
      }
    }
    return names.isEmpty ? nil : String(names.dropFirst())
  }

  private static let opening = ".<computed 0x"

  /// Returns the length of a text in parentheses, which may contain others.
  private static func lengthOfGroup(_ text: Substring) -> Int {
    var depth = 0
    for (length, character) in text.enumerated() {
      if character == "(" { depth += 1 }
      if character == ")" { depth -= 1 }
      if depth == 0 { return length + 1 }
    }
    return text.count
  }

  /// Returns the name of the property of an accessor: `key path getter for Module.Type.name : Int` or
  /// `Module.Type.name.getter : Int`.
  private static func property(of accessor: String) -> String? {
    guard let end = accessor.firstIndex(of: ":") else { return nil }
    // An extension begins with `(extension in Module):`.
    var text = accessor[..<end]
    if text.hasSuffix(")") {
      let rest = accessor[accessor.index(after: end)...]
      guard let end = rest.firstIndex(of: ":") else { return nil }
      text = rest[..<end]
    }
    var words = text.split(separator: " ").last?.split(separator: ".") ?? []
    if words.last == "getter" { words.removeLast() }
    return words.last.map(String.init)
  }
}
