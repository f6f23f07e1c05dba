import Composable
import MachoMetadata
import MachoSessions

extension TestStoreSource {
  /// Creates the test source of a reducer. Default of `source`: the type's name and `()`.
  init<R: Reducer & SendableMetatype>(
    _ reducer: R.Type, source: String?, registration: StartExpression,
    overridesDependencies: Bool
  ) {
    let name = TypeName.spell(reducer)
    let modules = [TypeName.module(R.self), TypeName.module(R.State.self)].compactMap(\.self)
    var refusal: String?
    if !(R.State.self is any Equatable.Type) {
      refusal = "a TestStore compares states, and \(TypeName.spell(R.State.self)) is not Equatable"
    } else if source == nil, TypeName.isHidden(reducer) {
      refusal = "the reducer \(name) is private, so other files cannot name it"
    } else if source == nil, TypeName.module(reducer) == "Composable" {
      refusal =
        "the reducer's type cannot be created by name; add to its registration: "
        + "source: \"...\""
    }
    self.init(
      reducer: source ?? name + "()", start: registration.read(creating: R.State.self),
      hasCaseKeyPaths: { type in
        guard let type = type as? any CasePathable.Type else { return false }
        return Self.hasAllCasePaths(type)
      },
      modules: Set(modules),
      overridesDependencies: overridesDependencies,
      hasSharedValues: containsSharedValues(R.State.self), refusal: refusal)
  }

  /// Whether the case paths are those of a macro or of the library. A conformance written by hand
  /// may lack cases.
  private static func hasAllCasePaths<Enum: CasePathable>(_: Enum.Type) -> Bool {
    Enum.AllCasePaths.self is any CasePathReflectable.Type
  }
}
