import MachoMetadata

/// A proxied value that refers to a value elsewhere, which other code can replace.
package protocol TextModifiable: TextProxied {
  /// Replaces the value that this one refers to. Returns `false` if it is read-only.
  func modify(to proxy: TextProxy) -> Bool
}

extension TextModifiable {
  /// Replaces the value by one that a text describes. Properties that the text omits keep their
  /// values. Returns `false` if the value is read-only.
  package func modify(reading text: Substring, syntax: ValueSyntax) throws(ValueError) -> Bool {
    unbox(try read(text, syntax), as: TextProxy.self).map(modify(to:)) ?? false
  }

  /// Throws if a text does not describe a new value.
  package func check(reading text: Substring, syntax: ValueSyntax) throws(ValueError) {
    _ = try read(text, syntax)
  }

  /// Throws if a text does not describe a whole value.
  package static func check(reading text: Substring, syntax: ValueSyntax) throws(ValueError) {
    _ = try syntax.readValue(text, of: TextProxy.self)
  }

  private func read(_ text: Substring, _ syntax: ValueSyntax) throws(ValueError) -> Any {
    try syntax.read(text, as: TextProxy.self, overlaying: textProxy)
  }

  /// The text of the value.
  package func contentText(_ syntax: ValueSyntax) -> String {
    syntax.print(TypedValue(textProxy, as: TextProxy.self))
  }

  /// Whether reading `text` gives the value again.
  package func isContentText(_ text: String, _ syntax: ValueSyntax) -> Bool {
    guard let value = try? syntax.readValue(text[...], of: TextProxy.self) else { return false }
    return valuesEqual(value, textProxy)
  }
}

/// Whether values of a type can be modified.
package enum ModifiableType {
  /// The values refer to others, which can be replaced, or are `nil`.
  case modifiable(any TextModifiable.Type)
  /// No value refers to another.
  case fixed
  /// Depends on the value.
  case unknown

  package init(_ type: Any.Type) {
    let type = withoutOptional(type)
    if let modifiable = type as? any TextModifiable.Type {
      self = .modifiable(modifiable)
    } else {
      switch TypeKind(of: type) {
      case .existential, .constrainedExistential: self = .unknown
      default: self = .fixed
      }
    }
  }
}
