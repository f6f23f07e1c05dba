import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler plugin that expands the macros.
@main
struct Plugin: CompilerPlugin {
  let providingMacros: [any Macro.Type] = [
    CasePathableMacro.self,
    DependencyClientMacro.self,
    DependencyEndpointIgnoredMacro.self,
    DependencyEndpointMacro.self,
    ObservableStateMacro.self,
    ObservationStateIgnoredMacro.self,
    ObservationStateTrackedMacro.self,
    PresentsMacro.self,
    ReducerCaseMacro.self,
    ReducerMacro.self,
    ViewActionMacro.self,
  ]
}
