import SwiftSyntax

/// An observable property: a stored instance variable.
struct ObservedProperty {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// The name as written, including backticks.
  let name: String

  init?(_ declaration: VariableDeclSyntax) {
    guard declaration.isInstance, !declaration.isImmutable, !declaration.isComputed,
      !declaration.modifiers.contains(.lazy),
      let binding = declaration.bindings.first, let name = declaration.singleName
    else { return nil }
    self.declaration = declaration
    self.binding = binding
    self.name = name
  }

  /// The name of the generated storage property.
  var storage: String { name.prefixed("_") }

  /// The type as written.
  var type: TypeSyntax? { binding.typeAnnotation?.type }

  /// The initial value as written.
  var initialValue: ExprSyntax? { binding.initializer?.value }

  /// Whether the property has `willSet` or `didSet`.
  ///
  /// A `_modify` accessor would call them once more to read the value's identity.
  var hasObservers: Bool { binding.accessorBlock != nil }

  /// The modifiers that the storage needs too, such as `weak`.
  var storageModifiers: String {
    let kept: Set<Keyword> = [.weak, .unowned, .nonisolated]
    return declaration.modifiers.filter {
      guard case .keyword(let keyword) = $0.name.tokenKind else { return false }
      return kept.contains(keyword)
    }
    .map { $0.trimmedDescription + " " }.joined()
  }

  /// Returns source lines that execute `change` and notify the observers if the value's identity
  /// changed.
  ///
  /// - Parameter value: The expression whose identity is compared.
  func notifyingSetter(_ change: String, of value: String) -> String {
    """
    let identity = \(ObservableStateMacro.registrar).identity(of: \(value))
    \(change)
    \(didModify(value))
    """
  }

  /// Returns source lines that yield `target` for modification and notify the observers if the
  /// identity of `value` changed.
  func notifyingModify(_ target: String, of value: String) -> String {
    """
    let identity = \(ObservableStateMacro.registrar).willModify(&\(value))
    defer {
    \(didModify(value))
    }
    yield &\(target)
    """
  }

  /// The source line that registers an access.
  var accessCall: String {
    "\(ObservableStateMacro.registrar).access(self, keyPath: \\.\(name))"
  }

  private func didModify(_ value: String) -> String {
    let registrar = ObservableStateMacro.registrar
    return """
      \(registrar).didModify(
      self, keyPath: \\.\(name), from: identity, to: \(registrar).identity(of: \(value)))
      """
  }
}
