import SwiftSyntax

/// A case of a feature enum, and the source text generated for it.
struct ReducerCase {
  enum Kind {
    /// A feature, and the expression that creates it.
    case reducer(type: String, instance: String)
    /// A state without a reducer that is dismissed by its actions, such as an alert.
    case ephemeral(type: String)
    /// No payload, or a payload that is not one feature: a case without actions.
    case ignored
  }

  let element: ParsedEnumCase
  let kind: Kind

  var name: String { element.name }

  init(_ element: ParsedEnumCase) {
    self.element = element
    kind = Self.kind(of: element)
  }

  private static func kind(of element: ParsedEnumCase) -> Kind {
    guard !element.attributes.contains("ReducerCaseIgnored"), let payload = element.singlePayload
    else { return .ignored }
    let type = payload.type.trimmedDescription
    if element.attributes.contains("ReducerCaseEphemeral")
      || ["AlertState", "ConfirmationDialogState"].contains(payload.type.lastName)
    {
      return .ephemeral(type: type)
    }
    guard payload.type.lastName != nil else { return .ignored }
    let instance = payload.defaultValue?.value.trimmedDescription ?? "\(type)()"
    return .reducer(type: type, instance: instance)
  }

  /// The case of the generated state.
  var stateCase: String {
    guard case .reducer(let type, _) = kind else { return "case \(name)\(plainPayload)" }
    return "case \(name)(\(type).State)"
  }

  /// The case of the generated action. An ignored case has an uninhabited payload.
  var actionCase: String {
    switch kind {
    case .reducer(let type, _), .ephemeral(let type): "case \(name)(\(type).Action)"
    case .ignored: "case \(name)(Never)"
    }
  }

  /// The reducer that runs while the state is in this case.
  var scope: String? {
    guard case .reducer(_, let instance) = kind else { return nil }
    return """
      _$Scope(state: \\Self.State.Cases.\(name), action: \\Self.Action.Cases.\(name)) {
      \(instance)
      }
      """
  }

  /// The case of the generated enum of stores.
  var storeCase: String {
    guard case .reducer(let type, _) = kind else { return "case \(name)\(plainPayload)" }
    return "case \(name)(_$StoreOf<\(type)>)"
  }

  /// The `switch` case that creates the enum of stores from the parent store.
  var storeScope: String {
    switch kind {
    case .reducer:
      return """
        case .\(name):
        return .\(name)(store.scope(state: \\.\(name), action: \\.\(name))!)
        """
    case .ephemeral, .ignored:
      guard !element.payload.isEmpty else {
        return """
          case .\(name):
          return .\(name)
          """
      }
      let arguments = element.arguments { "v\($0)" }
      return """
        case let .\(name)\(arguments):
        return .\(name)\(arguments)
        """
    }
  }

  /// The payload as written, without default values.
  private var plainPayload: String {
    guard !element.payload.isEmpty else { return "" }
    let parameters = element.payload.map { parameter in
      let type = parameter.type.trimmedDescription
      return parameter.label.map { "\($0): \(type)" } ?? type
    }
    return "(\(parameters.joined(separator: ", ")))"
  }
}
