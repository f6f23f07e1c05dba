import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: generates a storage property and accessors that notify the
/// registrar.
enum ObservationStateTrackedMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = ObservedProperty(variable)
    else {
      context.report(
        MacroDiagnostic(
          "observation-tracked-property",
          "'@ObservationStateTracked' can only be applied to a stored 'var'"), at: node)
      return []
    }
    let storage = property.storage
    let inPlace: AccessorDeclSyntax = """
      _modify {
      \(raw: property.notifyingModify(storage, of: storage))
      }
      """
    return [
      """
      @storageRestrictions(initializes: \(raw: storage))
      init(initialValue) {
      \(raw: storage) = initialValue
      }
      """,
      """
      get {
      \(raw: property.accessCall)
      return \(raw: storage)
      }
      """,
      """
      set {
      \(raw: property.notifyingSetter("\(storage) = newValue", of: storage))
      }
      """,
    ] + (property.hasObservers ? [] : [inPlace])
  }

  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = ObservedProperty(variable)
    else { return [] }
    let type = property.type.map { ": \($0.trimmed)" } ?? ""
    let value = property.initialValue.map { " = \($0.trimmed)" } ?? ""
    // `willSet` and `didSet` move to the storage property.
    let observers = property.binding.accessorBlock.map { " \($0.trimmed)" } ?? ""
    return [
      """
      @ObservationStateIgnored \
      \(raw: property.storageModifiers)private var \(raw: property.storage)\(raw: type)\
      \(raw: value)\(raw: observers)
      """
    ]
  }
}

/// `@ObservationStateIgnored`: leaves a property as written.
enum ObservationStateIgnoredMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    []
  }
}
