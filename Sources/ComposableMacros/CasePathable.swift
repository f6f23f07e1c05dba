/// Generates a case path for each case of an enum, so that key paths name the cases:
/// `\.destination.presented`.
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
@attached(member, names: named(AllCasePaths), named(allCasePaths), named(_$Element))
public macro CasePathable() =
  #externalMacro(module: "ComposableMacrosPlugin", type: "CasePathableMacro")
