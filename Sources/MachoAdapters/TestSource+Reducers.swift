import Composable
import MachoMetadata
import MachoSessions

extension TestStoreSource {
  /// How a test makes a reducer: as its author says, or by its type's name alone.
  init<R: Reducer & SendableMetatype>(
    _ reducer: R.Type, source: String?, overridesDependencies: Bool
  ) {
    let name = TypeName.spell(reducer)
    let modules = [TypeName.module(R.self), TypeName.module(R.State.self)].compactMap(\.self)
    var refusal: String?
    if !(R.State.self is any Equatable.Type) {
      refusal = "a TestStore compares states, and \(TypeName.spell(R.State.self)) is not Equatable"
    } else if source == nil, TypeName.isHidden(reducer) {
      refusal = "the reducer \(name) is private, so that no other file can name it"
    } else if source == nil, TypeName.module(reducer) == "Composable" {
      refusal =
        "the reducer has no type of its own; say in its registration how a test makes it: "
        + "source: \"...\""
    }
    self.init(
      reducer: source ?? name + "()", modules: Set(modules),
      overridesDependencies: overridesDependencies, refusal: refusal)
  }
}
