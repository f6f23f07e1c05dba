import MachoMetadata

/// A type whose text sets one property of another type, as in `.set(\.query, "swift")` or
/// `query("swift")`.
package protocol PropertySetting {
  /// The type that has the properties.
  static var rootType: Any.Type { get }
  /// The properties that can be set, with their types.
  static var settableProperties: [(name: String, type: Any.Type)] { get }
  /// The properties that a view's bindings set, as far as the type declares them.
  static var boundProperties: [(name: String, type: Any.Type)] { get }
  /// Returns the type of a property that can be set, or `nil` if there is none of that name. Nested
  /// properties are separated by dots: `profile.name`.
  static func settableType(of name: String) -> Any.Type?
  /// The name of the property that is set.
  var settingName: String { get }
  /// The value that the property is set to.
  var settingValue: Any { get }
}

extension PropertySetting {
  /// Whether a view's bindings set a property, or the one that it is a part of.
  static func isBound(_ name: String) -> Bool {
    let first = name.prefix { $0 != "." }
    return boundProperties.contains { $0.name == first }
  }

  /// Returns the error for the name of a property that cannot be set.
  package static func noSuchProperty(_ name: String, of root: Any.Type, at literal: Literal)
    -> ValueError
  {
    let properties = boundProperties.map {
      (name: $0.name, shown: "\($0.name)(\(TypeName.spell($0.type)))")
    }
    let candidates = Suggestions.closest(to: name, among: properties)
    var error = literal.error(
      .noSuchProperty, "\(TypeName.spell(root)) has no property '\(name)' that can be set",
      candidates: candidates,
      notes: candidates.isEmpty ? Suggestions.note("properties", properties.map(\.name)) : [])
    error.mismatch = DeclarationMismatch(member: name, of: root)
    return error
  }
}

extension ValueSyntax {
  /// Returns the actions that set a property, such as `binding.set(\.query, "x")`: one for each case
  /// whose only value sets it as a view's binding does, if the text can be read.
  package func settings(
    of name: String, to value: Substring, in types: [Any.Type]
  ) -> [String] {
    types.flatMap { type -> [String] in
      let cases = (try? EnumSchema.of(type))?.cases ?? []
      return cases.compactMap { choice -> String? in
        guard choice.elements.count == 1,
          let setting = choice.elements[0].type as? any PropertySetting.Type,
          setting.isBound(name), setting.settableType(of: name) != nil
        else { return nil }
        let text = "\(choice.name).set(\\.\(name), \(value))"
        return (try? readForSending(text[...], as: type)) == nil ? nil : text
      }
    }
  }
}
