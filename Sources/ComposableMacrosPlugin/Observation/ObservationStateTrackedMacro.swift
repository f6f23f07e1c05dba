import SwiftSyntax
import SwiftSyntaxMacros

/// `@ObservationStateTracked`: accessors that tell the registrar, in front of a storage.
enum ObservationStateTrackedMacro: AccessorMacro, PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    guard let variable = declaration.as(VariableDeclSyntax.self),
      let property = ObservedProperty(variable)
    else {
      context.report(
        Mistake(
          "observation-tracked-property",
          "'@ObservationStateTracked' can only be applied to a stored 'var'"), at: node)
      return []
    }
    let storage = property.storage
    let inPlace: AccessorDeclSyntax = """
      _modify {
      \(raw: property.lending(storage, of: storage))
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
      \(raw: property.accessing)
      return \(raw: storage)
      }
      """,
      """
      set {
      \(raw: property.noticing("\(storage) = newValue", of: storage))
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
    // `willSet` and `didSet` go where the value is.
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

/// `@ObservationStateIgnored`: a property that stays as it is written.
enum ObservationStateIgnoredMacro: AccessorMacro {
  static func expansion(
    of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [AccessorDeclSyntax] {
    []
  }
}
