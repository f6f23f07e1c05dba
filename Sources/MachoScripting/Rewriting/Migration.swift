import MachoDiff
import MachoSessions
import MachoValues

/// Changes of names and declarations, and how scripts and recordings follow them.
package struct Migration: Sendable {
  let names: ScriptMigration
  let changes: MemberChanges
  let catalog: [any DrivenFeature]

  /// Creates a migration.
  ///
  /// - Parameters:
  ///   - renamings: The names that change wherever they occur.
  ///   - changes: The changes of members of types.
  ///   - catalog: The features, whose types are as they are after the changes.
  package init(
    renamings: [Renaming] = [], changes: [MemberChange] = [], catalog: [any DrivenFeature]
  ) throws(MigrationError) {
    // Types are needed for members only.
    let features = changes.isEmpty ? [] : catalog
    let types = DeclaredTypes(features.flatMap { Self.types(of: $0) })
    names = ScriptMigration(renamings)
    self.catalog = catalog
    self.changes = try MemberChanges(changes, types: types) {
      (text, type) throws(MigrationError) in
      try Self.value(text, of: type, catalog)
    }
  }

  /// The names of types and cases whose members change and that no feature has, each once, with similar
  /// names.
  package var unknownOwners: [(name: String, candidates: [String])] { changes.unknownOwners }

  /// The types in lines of a feature.
  private static func types(of feature: any DrivenFeature) -> [Any.Type] {
    [feature.stateType] + feature.sentTypes + feature.receivedTypes
      + feature.endpoints.flatMap { $0.argumentTypes + [$0.valueType] }
  }

  /// Reads a value that is added.
  private static func value(
    _ text: String, of type: Any.Type, _ catalog: [any DrivenFeature]
  ) throws(MigrationError) -> MemberChanges.AddedValue {
    // A type is known from a feature, so there is one.
    var failure: ValueError?
    for feature in catalog {
      do throws(ValueError) {
        let value = try feature.syntax.readValue(text[...], of: type)
        let json = feature.syntax.json(of: TypedValue(value, as: type)).text
        return .init(text: text, dump: propertyText(value), json: json)
      } catch { failure = failure ?? error }
    }
    throw failure.map { MigrationError($0, in: text) } ?? MigrationError("invalid value '\(text)'")
  }

  /// A file before and after a migration.
  package struct Result: Hashable, Sendable {
    /// The text before.
    package var old: SourceText
    /// The text after.
    package var new: SourceText
    /// The numbers of the changed lines, counted from 1.
    package var changed: [Int]
    /// The places that may concern a change, and were not changed.
    package var notes: [Note]
  }

  /// A place that may concern a change, and was not changed.
  package struct Note: Hashable, Sendable {
    /// The line in the new text, counted from 1.
    package var line: Int
    /// The UTF-8 column in that line, counted from 1.
    package var column: Int
    /// Why it may concern a change.
    package var message: String
  }

  /// The reason why a file cannot be migrated.
  package struct Failure: Error, Hashable, Sendable {
    /// The line, counted from 1.
    package var line: Int
    /// The reason.
    package var message: String
  }

  /// Migrates a script or an app's recording.
  ///
  /// Throws `ScriptParseErrors` or a `FileError` if it does not parse, and a `Failure` if the result
  /// would not.
  package func migrate(_ bytes: [UInt8], path: String) throws -> Result {
    if AppRecording.isRecording(bytes) { return try migrate(recording: bytes, path: path) }
    let script = try ScriptValidator.parse(bytes)
    let renamed = names.rewrite(script)
    var result = Result(
      old: script.source, new: try SourceText(reading: Array(renamed.text.utf8)),
      changed: renamed.changed, notes: [])
    if !changes.isEmpty {
      let current = renamed.changed.isEmpty ? script : try ScriptParser.parse(renamed.text)
      var draft = MigrationDraft(current, path: path, self)
      draft.visitSteps()
      (result.new, result.notes) = try draft.finish()
      result.changed = result.old.changedLines(in: result.new)
    }
    do throws(ScriptParseErrors) {
      _ = try ScriptValidator.parse(Array(result.new.text.utf8))
    } catch {
      let first = error.errors[0]
      throw Failure(line: first.line, message: "the result would not parse: \(first.message)")
    }
    return result
  }
}
