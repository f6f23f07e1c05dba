import MachoSessions
import MachoValues

/// A script that is being migrated: its parts with their edits.
struct MigrationDraft {
  /// Consecutive lines of a command, of expected output or of a section.
  private struct Region {
    /// The lines of the file, counted from 1.
    var lines: Range<Int>
    var raw: [UInt8]
    var edits: Set<MigrationEdit> = []
    var notes: [MigrationNote] = []
    /// Whether the lines are removed.
    var isRemoved = false
  }

  private let script: Script
  private let migration: Migration
  private let files: ScriptFileSource
  private let path: String
  /// The parts by their first line.
  private var regions: [Int: Region] = [:]
  private var sourcedSections: Set<String> = []

  init(_ script: Script, path: String, _ migration: Migration) {
    self.script = script
    self.migration = migration
    self.path = path
    files = ScriptFileSource(script, path: path)
  }

  // MARK: Steps

  /// Finds what changes in the script.
  mutating func visitSteps() {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    visitSteps(of: script, below: 0, in: feature(ofProperties: name))
    for section in script.sections {
      guard let feature = feature(ofProperties: section.name) else { continue }
      visitSection(section.name, in: feature)
    }
  }

  /// Returns the feature whose properties a file contains. Such a file opens no feature.
  private func feature(ofProperties name: String) -> (any DrivenFeature)? {
    migration.catalog.first { $0.name + PropertiesFile.suffix == name }
  }

  /// Visits the steps of a script, or of a section below a line.
  private mutating func visitSteps(
    of script: Script, below line: Int, in feature: (any DrivenFeature)?
  ) {
    for (step, feature) in script.stepsWithFeatures(
      of: migration.catalog, openedBefore: feature, files: files)
    {
      visit(step, below: line, in: feature)
    }
  }

  private mutating func visit(
    _ step: Script.Step, below line: Int, in feature: (any DrivenFeature)?
  ) {
    if let name = step.line.sourcedName { visitSection(name, in: feature) }
    let text = step.migrationText(in: feature)
    let first = step.lines.lowerBound + line
    let findings = migration.changes.findings(in: text)
    let end = step.lines.upperBound + line
    let output = step.expectedOutput?.lines ?? []
    if Self.mustNotRead(step.line) {
      guard !findings.edits.isEmpty || !findings.notes.isEmpty || findings.hasRemovedAction
      else { return }
      return record(text, at: first, note: "this command must fail", offset: step.column)
    }
    if findings.hasRemovedAction, text.parts.count == 1 {
      regions[first] = Region(
        lines: first..<end + output.count, raw: text.raw, isRemoved: true)
      return
    }
    record(text, at: first, findings)
    if findings.hasRemovedAction {
      record(text, at: first, note: "one of the actions was removed", offset: step.column)
    }
    for use in findings.files { visitFile(use, in: text, at: first) }
    guard step.line.printsValues, !output.isEmpty else { return }
    for text in MigrationText.outputs(of: output) {
      record(text, at: end, migration.changes.findings(in: text))
    }
  }

  /// Whether a command must fail because its arguments cannot be read, or for any reason.
  private static func mustNotRead(_ line: Line) -> Bool {
    switch line.expectedFailure {
    case nil: false
    case .any: true
    case .code(let code):
      code.rawValue.hasPrefix("no-such-") || ValueError.Code(rawValue: code.rawValue) != nil
    }
  }

  private mutating func record(_ text: MigrationText, at line: Int, _ findings: MigrationFindings) {
    guard !findings.edits.isEmpty || !findings.notes.isEmpty else { return }
    let count = text.raw.count { $0 == 0x0a } + 1
    var region = regions[line] ?? Region(lines: line..<line + count, raw: text.raw)
    region.edits.formUnion(findings.edits)
    for note in findings.notes where !region.notes.contains(note) { region.notes.append(note) }
    regions[line] = region
  }

  private mutating func record(
    _ text: MigrationText, at line: Int, note message: String, offset: Int
  ) {
    var findings = MigrationFindings()
    findings.add(MigrationNote(offset: offset, message: message))
    record(text, at: line, findings)
  }

  // MARK: Files

  private mutating func visitSection(_ name: String, in feature: (any DrivenFeature)?) {
    guard let section = script.sections.first(where: { $0.name == name }),
      sourcedSections.insert(name).inserted,
      let sourced = try? ScriptParser.parse(section.contents)
    else { return }
    visitSteps(of: sourced, below: section.line, in: feature)
  }

  /// Visits a file that a value is read from. Only sections are changed.
  private mutating func visitFile(
    _ use: MigrationFindings.FileUse, in text: MigrationText, at line: Int
  ) {
    let types = use.type.map { [$0] } ?? []
    let role = use.isOverlay ? TextPart.Role.overlays(types) : .values(types)
    func json(_ raw: [UInt8]) -> MigrationText {
      MigrationText(.json, raw: raw, parts: [TextPart(0..<raw.count, role)])
    }
    if let section = script.sections.first(where: { $0.name == use.name }) {
      let count = section.contents.utf8.count { $0 == 0x0a }
      guard count > 0 else { return }
      let lines = script.source.lines[section.line..<section.line + count]
      let contents = json(Array(lines.map(\.text).joined(separator: "\n").utf8))
      record(contents, at: section.line + 1, migration.changes.findings(in: contents))
    } else if let file = try? files.contents(of: use.name) {
      let contents = json(Array(file.utf8))
      let findings = migration.changes.findings(in: contents)
      let places = findings.edits.map(\.range.lowerBound) + findings.notes.map(\.offset)
      guard let place = places.min() else { return }
      let number = contents.position(of: place).line + 1
      record(
        text, at: line, note: "line \(number) of '\(use.name)' may have to change",
        offset: use.offset)
    }
  }

  // MARK: Result

  /// Returns the new text, the number of the old line of each line, and the notes.
  func finish() throws(Migration.Failure) -> (SourceText, oldLines: [Int], [Migration.Note]) {
    let source = script.source
    var lines: [SourceText.Line] = []
    var oldLines: [Int] = []
    var notes: [Migration.Note] = []
    var next = 0
    for region in regions.values.sorted(by: { $0.lines.lowerBound < $1.lines.lowerBound }) {
      let start = region.lines.lowerBound - 1
      // A section may be both data and a script.
      guard start >= next else { continue }
      lines += source.lines[next..<start]
      oldLines += next + 1..<start + 1
      next = region.lines.upperBound - 1
      guard !region.isRemoved else { continue }
      guard let edits = region.edits.inOrder else {
        throw Migration.Failure(
          line: region.lines.lowerBound, message: "two changes concern the same text")
      }
      let new = edits.applied(to: region.raw)
      for note in region.notes {
        notes.append(
          Migration.Note(
            place: Migration.Place(at: edits.moved(note.offset), in: new, below: lines.count),
            oldPlace: Migration.Place(at: note.offset, in: region.raw, below: start),
            message: note.message))
      }
      guard !edits.isEmpty else {
        lines += source.lines[start..<next]
        oldLines += start + 1..<next + 1
        continue
      }
      let texts = ByteSearch.lines(of: String(decoding: new, as: UTF8.self))
      lines += texts.map { SourceText.Line($0, source.newline) }
      lines[lines.count - 1].ending = source.lines[next - 1].ending
      oldLines += texts.indices.map { min(start + 1 + $0, next) }
    }
    let ordered = notes.sorted {
      ($0.place.line, $0.place.column) < ($1.place.line, $1.place.column)
    }
    oldLines += next + 1..<source.lines.count + 1
    return (SourceText(lines: lines + source.lines[next...]), oldLines, ordered)
  }
}

extension Script.Step {
  /// Returns the command with its values, whose types are those in a feature.
  func migrationText(in feature: (any DrivenFeature)?) -> MigrationText {
    let parts = line.valueParts(in: feature).map { part in
      // The line begins after the blanks of its first line.
      TextPart(part.range.lowerBound + column..<part.range.upperBound + column, part.role)
    }
    return MigrationText(.command, raw: Array(raw.joined(separator: "\n").utf8), parts: parts)
  }
}
