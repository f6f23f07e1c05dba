import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// A case of an enum of features, and what becomes of it in the generated types.
struct ReducerCase {
  enum Kind {
    /// A feature, and how it is made.
    case reducer(type: String, instance: String)
    /// A state without a reducer, which goes away by itself: an alert.
    case ephemeral(type: String)
    /// Nothing that takes actions.
    case ignored
  }

  let element: EnumCase
  let kind: Kind

  var name: String { element.name }

  init(_ element: EnumCase) {
    self.element = element
    kind = Self.kind(of: element)
  }

  private static func kind(of element: EnumCase) -> Kind {
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

  /// The case in the generated state.
  var stateCase: String {
    guard case .reducer(let type, _) = kind else { return "case \(name)\(plainPayload)" }
    return "case \(name)(\(type).State)"
  }

  /// The case in the generated actions; what takes none has one that cannot be made.
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

  /// The case in the enum of stores.
  var storeCase: String {
    guard case .reducer(let type, _) = kind else { return "case \(name)\(plainPayload)" }
    return "case \(name)(_$StoreOf<\(type)>)"
  }

  /// How the case in the enum of stores is made of the whole store.
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

  /// The payload as it is written, without default values.
  private var plainPayload: String {
    guard !element.payload.isEmpty else { return "" }
    let parameters = element.payload.map { parameter in
      let type = parameter.type.trimmedDescription
      return parameter.label.map { "\($0): \(type)" } ?? type
    }
    return "(\(parameters.joined(separator: ", ")))"
  }
}

extension ReducerCase {
  /// Says when a case's payload cannot be a feature, and that it may be ignored.
  func reportMisuse(in context: some MacroExpansionContext) {
    guard !element.attributes.contains("ReducerCaseIgnored"), !element.payload.isEmpty else {
      return
    }
    let problem: String
    if element.payload.count > 1 {
      problem = "more than one payload"
    } else if let type = element.singlePayload?.type, type.lastName == nil {
      problem = "a payload of type '\(type.trimmedDescription)', which is no reducer"
    } else {
      return
    }
    context.report(
      Mistake(
        "reducer-case-payload",
        "A case of an enum reducer holds one reducer, and '\(name)' has \(problem)"),
      at: element.element, mends: ignoring)
  }

  private var ignoring: [FixIt] {
    guard let declaration = element.element.parent?.parent?.as(EnumCaseDeclSyntax.self)
    else { return [] }
    var ignored = declaration.with(\.leadingTrivia, [])
    ignored.attributes.insert(
      .attribute("@ReducerCaseIgnored "), at: ignored.attributes.startIndex)
    return [
      .replace(
        "Add '@ReducerCaseIgnored'", declaration,
        by: ignored.with(\.leadingTrivia, declaration.leadingTrivia))
    ]
  }
}
