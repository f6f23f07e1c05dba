/// Gives each case of an enum a case path, so that key paths name them: `\.destination.presented`.
///
/// ```swift
/// @CasePathable
/// enum Action {
///   case countChanged(Int)
/// }
///
/// action.is(\.countChanged)
/// action[case: \.countChanged]
/// ```
@attached(extension, conformances: CasePathable, CasePathIterable)
@attached(member, names: named(AllCasePaths), named(allCasePaths))
public macro CasePathable() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "CasePathableMacro")
