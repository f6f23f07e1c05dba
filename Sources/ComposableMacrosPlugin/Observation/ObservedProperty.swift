import SwiftSyntax

/// A property that can be observed: a variable with storage.
struct ObservedProperty {
  let declaration: VariableDeclSyntax
  let binding: PatternBindingSyntax
  /// As it is written, backticks included.
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

  /// The name of the storage behind the property.
  var storage: String { "_" + name.withoutBackticks }

  /// The type, as it is written.
  var type: TypeSyntax? { binding.typeAnnotation?.type }

  /// The first value, as it is written.
  var initialValue: ExprSyntax? { binding.initializer?.value }

  /// Whether it is written with `willSet` or `didSet`.
  ///
  /// Lending the storage would call them once more for the look at the value's identity.
  var hasObservers: Bool { binding.accessorBlock != nil }

  /// `weak`, say, which holds for the storage too.
  var storageModifiers: String {
    let kept: Set<Keyword> = [.weak, .unowned, .nonisolated]
    return declaration.modifiers.filter {
      guard case .keyword(let keyword) = $0.name.tokenKind else { return false }
      return kept.contains(keyword)
    }
    .map { $0.trimmedDescription + " " }.joined()
  }

  /// Lines that tell the observers when the value is another's after `change`.
  ///
  /// - Parameter value: The expression whose identity counts.
  func noticing(_ change: String, of value: String) -> String {
    """
    let identity = \(ObservableStateMacro.registrar).identity(of: \(value))
    \(change)
    \(didModify(value))
    """
  }

  /// Lines that lend `place` to the caller and tell the observers when `value` is another's then.
  func lending(_ place: String, of value: String) -> String {
    """
    let identity = \(ObservableStateMacro.registrar).willModify(&\(value))
    defer {
    \(didModify(value))
    }
    yield &\(place)
    """
  }

  /// The line that tells an observer of the reading.
  var accessing: String {
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
