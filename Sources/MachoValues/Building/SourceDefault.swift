import MachoMetadata

/// A property that a text left out, and the default that filled it.
package struct FilledProperty: Hashable, Sendable {
  /// The type with the property, as the source spells it.
  package let type: String
  /// The name of the property.
  package let name: String
  /// The text of the value.
  package let value: String

  /// Creates a description.
  package init(type: String, name: String, value: String) {
    self.type = type
    self.name = name
    self.value = value
  }
}

/// The default of a stored property in the source.
enum SourceDefault: Sendable {
  /// There is none, or it is not known.
  case none
  /// A value that differs from one call to the next, such as a random number, or defaults that differ from
  /// each other.
  case varying
  /// The value that a function returns.
  case constant(PropertyDefaults.Function)

  /// Reads the default of a property of a struct.
  ///
  /// Calls its functions, one of them twice.
  init(of property: StructTextSchema.Property, in type: Any.Type) {
    self = .none
    let functions = property.field.label.map { PropertyDefaults.of(type).functions(for: $0) } ?? []
    guard let first = functions.first, let value = try? first.value() else { return }
    let isConstant = functions.allSatisfy { function in
      (try? function.value()).map { areSame(value, $0) } ?? false
    }
    self = isConstant ? .constant(first) : .varying
  }
}
