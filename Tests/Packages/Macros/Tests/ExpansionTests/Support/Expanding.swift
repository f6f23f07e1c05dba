import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import Expansions

/// The macros that a test can expand. Other attributes are not expanded.
enum Expanded: String {
  case casePathable = "CasePathable"
  case dependencyClient = "DependencyClient"
  case dependencyEndpoint = "DependencyEndpoint"
  case observableState = "ObservableState"
  case observationStateTracked = "ObservationStateTracked"
  case presents = "Presents"
  case reducer = "Reducer"
  case reducerCaseIgnored = "ReducerCaseIgnored"
  case viewAction = "ViewAction"

  fileprivate var specification: MacroSpec {
    switch self {
    case .casePathable:
      MacroSpec(
        type: CasePathableMacro.self, conformances: ["CasePathable", "CasePathIterable"])
    case .dependencyClient: MacroSpec(type: DependencyClientMacro.self)
    case .dependencyEndpoint: MacroSpec(type: DependencyEndpointMacro.self)
    case .observableState:
      MacroSpec(type: ObservableStateMacro.self, conformances: ["ObservableState"])
    case .observationStateTracked: MacroSpec(type: ObservationStateTrackedMacro.self)
    case .presents: MacroSpec(type: PresentsMacro.self)
    case .reducer:
      MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer", "_ReducerTypes"])
    case .reducerCaseIgnored: MacroSpec(type: ReducerCaseMacro.self)
    case .viewAction:
      MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"])
    }
  }
}

/// Expands one macro in a source and compares the result.
///
/// - Parameters:
///   - diagnostics: The expected diagnostics.
///   - fixed: The source after all fix-its are applied.
func expand(
  _ macro: Expanded, _ source: String, to expected: String, diagnostics: [DiagnosticSpec] = [],
  fixed: String? = nil, at sourceLocation: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: diagnostics,
    macroSpecs: [macro.rawValue: macro.specification], fixedSource: fixed,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record(Comment(rawValue: failure.message), sourceLocation: sourceLocation)
    })
}
