import MachoReporting
import MachoSessions
import MachoValues

extension MemberChange {
  /// Parses `TYPE.PROPERTY=VALUE`, or `CASE.LABEL=VALUE`.
  package init(adding text: String) throws(MigrationError) {
    let (path, value) = try Self.sides(of: text, form: "TYPE.PROPERTY=VALUE")
    do throws(ValueError) { try ValueSyntax.validate(value[...]) } catch {
      throw MigrationError(error, in: value)
    }
    try self.init(path, kind: .add(value), form: "TYPE.PROPERTY=VALUE")
  }

  /// Parses `TYPE.PROPERTY`, `CASE.LABEL` or `TYPE.CASE`.
  package init(removing text: String) throws(MigrationError) {
    try self.init(text, kind: .remove, form: "TYPE.PROPERTY")
  }

  /// Parses `TYPE.OLD=NEW`, or `CASE.LABEL=POSITION`.
  package init(renaming text: String) throws(MigrationError) {
    let (path, name) = try Self.sides(of: text, form: "TYPE.OLD=NEW")
    guard Renaming.isName(name) || Self.isPosition(name) else {
      throw MigrationError("invalid name '\(name)'")
    }
    try self.init(path, kind: .rename(name), form: "TYPE.OLD=NEW")
    guard member != name else { throw MigrationError("'\(text)' renames to the same name") }
  }

  /// Parses the names of a type or case and of a member of it. A value without a label has its position as
  /// its name.
  private init(_ path: String, kind: Kind, form: String) throws(MigrationError) {
    let parts = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let (owner, member) = (Array(parts.dropLast()), parts[parts.count - 1])
    for name in parts where !Renaming.isName(name) && !(Self.isPosition(name) && name == member) {
      throw MigrationError("invalid name '\(name)' in '\(path)': write \(form)")
    }
    guard !owner.isEmpty else {
      throw MigrationError("the type of '\(path)' is missing: write \(form)")
    }
    self.init(owner: owner, member: member, kind: kind)
  }

  private static func isPosition(_ name: String) -> Bool {
    UInt(name).map { String($0) == name } ?? false
  }

  /// Returns the texts before and after the first equals sign.
  private static func sides(
    of text: String, form: String
  ) throws(MigrationError) -> (path: String, value: String) {
    guard let sign = text.firstIndex(of: "=") else {
      throw MigrationError("'=' is missing in '\(text)': write \(form)")
    }
    let value = text[text.index(after: sign)...]
    return (String(trim(text[..<sign])), String(trim(value)))
  }
}

extension MigrationError {
  /// Creates the error of a text that is not a value.
  init(_ error: ValueError, in text: String) {
    let lines = DiagnosticFormatter.styledLines(for: Diagnostic(error, offset: 0), in: text[...], 0)
    self.init((["invalid value:"] + lines.map(\.text)).joined(separator: "\n"))
  }
}
