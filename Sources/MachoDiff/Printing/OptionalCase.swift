import CustomDump
import MachoMetadata

/// Values whose text is that of a case of an Optional around them: `nil`, `.none` and `.some(…)`.
/// Dumps with source names show them as `.some(nil)` and `.some(.none)`.
enum OptionalCase {
  /// Whether a value is one.
  static func isSpelled(_ value: Any) -> Bool {
    withContents(of: value) { type, address in
      DiffPlanCache.plan(for: type).spellsOptionalCase(address)
    }
  }

  /// Whether a value is one, by its mirror.
  static func isSpelledByMirror(_ value: Any) -> Bool {
    if type(of: value) == AnyHashable.self, let value = value as? AnyHashable {
      return isSpelled(value.base)
    }
    if value is any CustomDumpStringConvertible { return false }
    if let object = value as? any _CustomDiffObject {
      if let snapshot = snapshotValue(object) { return isSpelled(snapshot) }
      return object._customDiffType == nil && isSpelled(object._customDiffValues.1)
    }
    if let represented = value as? any CustomDumpRepresentable {
      return isSpelled(represented.customDumpValue)
    }
    let mirror =
      (value as? any CustomDumpReflectable)?.customDumpMirror ?? Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional?: return mirror.children.first.map { isSpelled($0.value) } ?? true
    case .enum?: return isName(mirror.children.first?.label ?? "\(value)")
    default: return false
    }
  }

  /// Whether a case has the name of an Optional's.
  static func isName(_ name: String) -> Bool { name == "none" || name == "some" }
}
