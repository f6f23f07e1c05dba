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
    let types = DeclaredTypes(
      features.flatMap { Self.types(of: $0) }, computed: features.map(\.computed))
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
    /// For each line of the new text, the number of the line of the old text that it comes from.
    var oldLines: [Int]
    /// The places that may concern a change, and were not changed.
    package var notes: [Note]
  }

  /// A place that may concern a change, and was not changed.
  package struct Note: Hashable, Sendable {
    /// The place in the new text.
    package var place: Place
    /// The place in the old text.
    package var oldPlace: Place
    /// Why it may concern a change.
    package var message: String
  }

  /// A place in a file.
  package struct Place: Hashable, Sendable {
    /// The line, counted from 1.
    package var line: Int
    /// The UTF-8 column, counted from 1.
    package var column: Int

    package init(line: Int, column: Int) { (self.line, self.column) = (line, column) }

    /// Creates the place of an offset in some lines below others.
    init(at offset: Int, in lines: [UInt8], below count: Int) {
      let before = lines[..<offset]
      line = count + 1 + before.count { $0 == 0x0a }
      column = offset - (before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0) + 1
    }
  }

  /// The reason why a file cannot be migrated.
  package struct Failure: Error, Hashable, Sendable {
    /// The line of the file, counted from 1.
    package var line: Int
    /// The reason.
    package var message: String
  }

  static func duplicateMessage(_ name: String) -> String {
    "two arguments or properties would have the name '\(name)'"
  }

  /// The names that changes give to members.
  var newNames: Set<String> { Set(names.names.values).union(changes.newNames) }

  /// Migrates a script or an app's recording.
  ///
  /// Throws `ScriptParseErrors` or a `FileError` if it does not parse, and a `Failure` if the result
  /// would not, or would have two arguments or properties with a new name.
  package func migrate(_ bytes: [UInt8], path: String) throws -> Result {
    if AppRecording.isRecording(bytes) { return try migrate(recording: bytes, path: path) }
    let script = try ScriptValidator.parse(bytes)
    let renamed = names.rewrite(script)
    var result = Result(
      old: script.source, new: try SourceText(reading: Array(renamed.text.utf8)),
      changed: renamed.changed, oldLines: script.source.lines.indices.map { $0 + 1 }, notes: [])
    if !changes.isEmpty {
      let current = renamed.changed.isEmpty ? script : try ScriptParser.parse(renamed.text)
      var draft = MigrationDraft(current, path: path, self)
      draft.visitSteps()
      (result.new, result.oldLines, result.notes) = try draft.finish()
      result.changed = result.old.changedLines(in: result.new)
    }
    let migrated: Script
    do throws(ScriptParseErrors) {
      migrated = try ScriptValidator.parse(Array(result.new.text.utf8))
    } catch {
      let first = error.errors[0]
      throw result.failure(at: first.line, "the result would not parse: \(first.message)")
    }
    if let duplicate = migrated.firstDuplicate(among: newNames) {
      throw result.failure(at: duplicate.line, Self.duplicateMessage(duplicate.name))
    }
    return result
  }
}

extension Migration.Result {
  /// Returns the failure because of a line of the new text.
  fileprivate func failure(at line: Int, _ message: String) -> Migration.Failure {
    let isKnown = oldLines.indices.contains(line - 1)
    return Migration.Failure(line: isKnown ? oldLines[line - 1] : line, message: message)
  }
}

extension Script {
  /// Returns the first argument or property with one of some names that another one beside it has.
  fileprivate func firstDuplicate(among names: Set<String>) -> (name: String, line: Int)? {
    guard !names.isEmpty else { return nil }
    for step in steps where step.line.expectedFailure == nil {
      let outputs = MigrationText.outputs(of: step.expectedOutput?.lines ?? [])
      let texts =
        [(step.migrationText(in: nil), step.lines.lowerBound)]
        + outputs.map { ($0, step.lines.upperBound) }
      for (text, first) in texts {
        guard let found = text.firstDuplicate(among: names) else { continue }
        return (found.name, first + text.position(of: found.offset).line)
      }
    }
    return nil
  }
}
