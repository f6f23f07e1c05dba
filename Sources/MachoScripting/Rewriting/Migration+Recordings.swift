import MachoSessions
import MachoValues

extension Migration {
  /// Migrates the texts of an app's recording: the state, the actions, the changes without an action, and the
  /// calls of endpoints with their values.
  /// Entries without a change keep their bytes.
  func migrate(recording bytes: [UInt8], path: String) throws -> Result {
    // Throws if an entry is not one.
    _ = try AppRecording(bytes, path: path)
    let old = try SourceText(reading: bytes)
    var result = Result(old: old, new: SourceText(lines: []), changed: [], oldLines: [], notes: [])
    var feature: (any DrivenFeature)?
    for (index, line) in old.lines.enumerated() {
      // The app may have ended while it wrote the last entry.
      guard line.ending != .none, case .object(var members)? = try? JSONValue(parsing: line.text)
      else {
        result.new.lines.append(line)
        result.oldLines.append(index + 1)
        continue
      }
      if index == 0 {
        let name = members.first { $0.key == "feature" }?.value.string
        feature = catalog.first { $0.name == name }
      }
      let call = members.first { $0.key == "call" }?.value.string
      var isRemoved = false
      var hasChanged = false
      for position in members.indices {
        let (key, value) = (members[position].key, members[position].value)
        guard let text = value.string,
          let migrated = try migrate(text, of: key, call: call, feature, index + 1)
        else { continue }
        isRemoved = isRemoved || migrated.isRemoved
        hasChanged = hasChanged || migrated.text != text
        members[position].value = .string(migrated.text)
        let number = result.new.lines.count + 1
        result.notes += migrated.notes.map { message in
          Note(
            place: Place(line: number, column: 1), oldPlace: Place(line: index + 1, column: 1),
            message: message)
        }
      }
      guard !isRemoved else { continue }
      let new = hasChanged ? JSONValue.object(members).text : line.text
      result.new.lines.append(SourceText.Line(new, line.ending))
      result.oldLines.append(index + 1)
    }
    result.changed = old.changedLines(in: result.new)
    return result
  }

  /// A text of a recording after the migration.
  private struct MigratedText {
    var text: String
    var notes: [String]
    var isRemoved: Bool
  }

  /// Migrates a member of an entry. Returns `nil` for one without values.
  private func migrate(
    _ text: String, of key: String, call: String?, _ feature: (any DrivenFeature)?, _ line: Int
  ) throws(Failure) -> MigratedText? {
    let renamed = names.rewrite(text)
    guard let texts = self.texts(of: key, renamed, call: call, feature) else { return nil }
    var edits: Set<MigrationEdit> = []
    var migrated = MigratedText(text: renamed, notes: [], isRemoved: false)
    for text in texts {
      let findings = changes.findings(in: text)
      edits.formUnion(findings.edits)
      for note in findings.notes where !migrated.notes.contains(note.message) {
        migrated.notes.append(note.message)
      }
      migrated.isRemoved = migrated.isRemoved || findings.hasRemovedAction
    }
    guard let ordered = edits.inOrder else {
      throw Failure(line: line, message: "two changes concern the same text")
    }
    migrated.text = String(decoding: ordered.applied(to: Array(renamed.utf8)), as: UTF8.self)
    let result = self.texts(of: key, migrated.text, call: call, feature) ?? []
    if let duplicate = result.lazy.compactMap({ $0.firstDuplicate(among: newNames) }).first {
      throw Failure(line: line, message: Self.duplicateMessage(duplicate.name))
    }
    return migrated
  }

  /// Returns the values in a member of an entry. Returns `nil` for one without values.
  private func texts(
    of key: String, _ text: String, call: String?, _ feature: (any DrivenFeature)?
  ) -> [MigrationText]? {
    let raw = Array(text.utf8)
    switch key {
    case "state":
      let types = feature.map { [$0.stateType] } ?? []
      let part = TextPart(0..<raw.count, .overlays(types))
      return [MigrationText(.command, raw: raw, parts: [part])]
    case "action":
      let types = feature.map { $0.sentTypes + $0.receivedTypes } ?? []
      return [MigrationText(.command, raw: raw, parts: [TextPart(0..<raw.count, .actions(types))])]
    case "modification":
      let lines = ByteSearch.lines(of: text).map { ExpectedLine(raw: $0, kind: .literal($0)) }
      return MigrationText.outputs(of: lines, margin: 0)
    case "answer": return [Self.arguments(of: "answer", text, "", feature)]
    case "call": return [Self.arguments(of: "stub", text, " pending", feature)]
    case "returned":
      let name = call?.prefix { $0 != "(" } ?? ""
      let endpoint = feature?.endpoints.first { $0.name == String(name) }
      let role = TextPart.Role.values(endpoint.map { [$0.valueType] } ?? [])
      return [MigrationText(.command, raw: raw, parts: [TextPart(0..<raw.count, role)])]
    default: return nil
    }
  }

  /// Returns the arguments of a line, without its verb and without what follows them.
  private static func arguments(
    of verb: String, _ text: String, _ rest: String, _ feature: (any DrivenFeature)?
  ) -> MigrationText {
    let offset = verb.utf8.count + 1
    let line = try? Line(parsing: "\(verb) \(text)\(rest)")
    let parts = (line?.valueParts(in: feature) ?? []).map {
      TextPart($0.range.lowerBound - offset..<$0.range.upperBound - offset, $0.role)
    }
    return MigrationText(.command, raw: Array(text.utf8), parts: parts)
  }
}
