import SwiftSyntax
import SwiftSyntaxMacros

/// The generated members of a feature enum: a state and an action with the same cases, and a body
/// that runs the feature of the current case.
struct ReducerEnum {
  private let name: String
  private let cases: EnumCases
  private let declared: Set<String>
  private let hasBody: Bool
  private let access: String
  private let isolation: String
  private let conformances: ComposedConformances

  init(
    _ declaration: EnumDeclSyntax, access: String, isolation: String,
    conformances: ComposedConformances
  ) {
    name = declaration.name.trimmed.text
    cases = EnumCases(of: declaration)
    declared = declaration.declaredTypeNames
    hasBody = declaration.declaredMembers.contains {
      $0.as(VariableDeclSyntax.self)?.singleName == "body"
    }
    self.access = access
    self.isolation = isolation
    self.conformances = conformances
  }

  var members: [DeclSyntax] {
    var members: [DeclSyntax] = []
    if !declared.contains("State") { members.append(state) }
    if !declared.contains("Action") { members.append(action) }
    if !hasBody { members.append(body) }
    if !declared.contains("CaseScope") { members += [caseScope, scope] }
    return members
  }

  private var state: DeclSyntax {
    let inherited = ["_$CaseReducerState"] + conformances.state
    return """
      @CasePathable
      @dynamicMemberLookup
      @ObservableState
      \(raw: isolation)\(raw: access)enum State: \(raw: inherited.joined(separator: ", ")) {
      \(raw: access)typealias StateReducer = \(raw: name)
      \(raw: access)static var _$stateReducer: \(raw: name).Type { \(raw: name).self }
      \(raw: cases.text { ReducerCase($0).stateCase })
      }
      """
  }

  private var action: DeclSyntax {
    let inherited =
      conformances.action.isEmpty ? "" : ": " + conformances.action.joined(separator: ", ")
    return """
      @CasePathable
      \(raw: isolation)\(raw: access)enum Action\(raw: inherited) {
      \(raw: cases.text { ReducerCase($0).actionCase })
      }
      """
  }

  private var body: DeclSyntax {
    """
    \(raw: access)static var body: _$Reduce<Self.State, Self.Action> {
    _$Reduce(_$cases: {
    \(raw: cases.text { ReducerCase($0).scope })
    })
    }
    """
  }

  private var caseScope: DeclSyntax {
    """
    \(raw: isolation)\(raw: access)enum CaseScope {
    \(raw: cases.text { ReducerCase($0).storeCase })
    }
    """
  }

  private var scope: DeclSyntax {
    """
    @MainActor
    \(raw: access)static func scope(_ store: _$Store<Self.State, Self.Action>) -> CaseScope {
    switch store.state {
    \(raw: cases.text { ReducerCase($0).storeScope })
    }
    }
    """
  }
}

/// `@ReducerCaseIgnored` and `@ReducerCaseEphemeral`: markers that `@Reducer` reads.
enum ReducerCaseMacro: PeerMacro {
  static func expansion(
    of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
    in context: some MacroExpansionContext
  ) throws -> [DeclSyntax] {
    if !declaration.is(EnumCaseDeclSyntax.self) {
      let name = node.attributeName.lastName ?? ""
      context.report(
        MacroDiagnostic("reducer-case-mark", "'@\(name)' can only be applied to an enum's case"),
        at: node)
    }
    return []
  }
}
