import SwiftSyntax
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

@testable import Expansions

/// The macros that a test has expanded; the attributes of others stay as they are.
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
    case .reducer: MacroSpec(type: ReducerMacro.self, conformances: ["Reducer", "CaseReducer"])
    case .reducerCaseIgnored: MacroSpec(type: ReducerCaseMacro.self)
    case .viewAction:
      MacroSpec(type: ViewActionMacro.self, conformances: ["ViewActionSending"])
    }
  }
}

/// Expands one macro in a source and compares.
///
/// - Parameters:
///   - mistakes: What the macro says is wrong.
///   - mended: The source with every offered mend made.
func expand(
  _ macro: Expanded, _ source: String, to expected: String, mistakes: [DiagnosticSpec] = [],
  mended: String? = nil, at place: Testing.SourceLocation = #_sourceLocation
) {
  assertMacroExpansion(
    source, expandedSource: expected, diagnostics: mistakes,
    macroSpecs: [macro.rawValue: macro.specification], fixedSource: mended,
    indentationWidth: .spaces(2),
    failureHandler: { failure in
      Issue.record(Comment(rawValue: failure.message), sourceLocation: place)
    })
}
