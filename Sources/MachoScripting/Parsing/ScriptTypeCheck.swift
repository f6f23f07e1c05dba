import MachoReporting
import MachoSessions
import MachoValues

/// An error of a command that no state can make valid.
package struct ScriptTypeError: Error, Sendable {
  /// The line of the file, counted from 1.
  package var line: Int
  /// The error. Its range is in the line, in UTF-8 columns.
  package var diagnostic: Diagnostic
  /// The text of the line.
  package var source: String
  /// Changes of the feature that may be the reason.
  package var hints: [MigrationHint]

  /// Returns the position, the source line, a caret and the suggestion.
  package func text(path: String) -> String {
    let column = (diagnostic.range?.lowerBound ?? 0) + 1
    let lines = DiagnosticFormatter.styledLines(for: diagnostic, in: source[...], 0)
    return (["\(path):\(line):\(column)"] + lines.map(\.text)).joined(separator: "\n")
  }
}

/// Compares the commands of a script with the types of features, without running them.
package struct ScriptTypeCheck {
  /// A file whose commands another command sources. Its errors are shown at that command.
  private struct SourcedFile {
    let name: String
    /// The command, and the number of lines above its script.
    let step: Script.Step
    let offset: Int
  }

  private let catalog: [any DrivenFeature]
  private let files: ScriptFileSource
  private let sections: [Section]
  private let path: String
  /// The lines that have other errors.
  private let excluded: Set<Int>
  /// Whether the script may be run by itself. Another script sources one that opens no feature, and has other
  /// files.
  private let isWhole: Bool
  private var errors: [ScriptTypeError] = []
  private var visitedSources: Set<String> = []

  /// Returns the errors of a script, and of the sections and files that it sources, in the order of their
  /// lines.
  ///
  /// Finds unknown features, and what `Line.typeError(in:files:)` finds. A script that is known to fail has
  /// no errors.
  ///
  /// - Parameter excluded: The lines whose commands are not checked, because they have other errors.
  package static func errors(
    in script: Script, path: String, catalog: [any DrivenFeature], excluding excluded: Set<Int> = []
  ) -> [ScriptTypeError] {
    guard !script.steps.contains(where: { $0.line.command == .xfail }) else { return [] }
    var check = ScriptTypeCheck(script, path: path, catalog: catalog, excluding: excluded)
    let owner = PropertiesFile.featureName(of: path)
    check.visit(script, below: 0, in: catalog.first { $0.name == owner })
    // A row is a command in each of its cases.
    var found: [Int: [Diagnostic]] = [:]
    return check.errors.sorted { $0.line < $1.line }.filter { error in
      guard found[error.line]?.contains(error.diagnostic) != true else { return false }
      found[error.line, default: []].append(error.diagnostic)
      return true
    }
  }

  private init(
    _ script: Script, path: String, catalog: [any DrivenFeature], excluding excluded: Set<Int>
  ) {
    let files = ScriptFileSource(script, path: path)
    self.catalog = catalog
    self.files = files
    self.path = path
    self.excluded = excluded
    sections = script.sections
    isWhole =
      script.steps.contains { $0.line.openedFeatureName != nil }
      || script.stepsWithFeatures(of: catalog, openedBefore: nil, files: files)
        .contains { $0.feature != nil }
  }

  /// Visits the commands of a script, or of a section below a line, or of a file.
  private mutating func visit(
    _ script: Script, below offset: Int, in feature: (any DrivenFeature)?,
    of file: SourcedFile? = nil
  ) {
    let lines = script.linesThatRun(with: catalog)
    for (step, feature) in script.stepsWithFeatures(
      of: catalog, openedBefore: feature, files: files)
    where lines.contains(step.lines.lowerBound) {
      guard file != nil || !step.lines.contains(where: { excluded.contains($0 + offset) }) else {
        continue
      }
      if let error = error(of: step.line, in: feature) {
        let hints = MigrationHint.hints(
          for: error, in: step.text, of: feature, path: filePath(of: file))
        record(error, step, hints, below: offset, of: file)
      }
      visitSource(of: step, below: offset, in: feature, of: file)
    }
  }

  /// Visits the section or the file that a command sources, unless it was visited before.
  private mutating func visitSource(
    of step: Script.Step, below offset: Int, in feature: (any DrivenFeature)?,
    of file: SourcedFile?
  ) {
    guard let name = step.line.sourcedName, step.line.expectedFailure == nil,
      step.line.conditions.isEmpty,
      visitedSources.insert(name).inserted
    else { return }
    if let section = sections.first(where: { $0.name == name }) {
      // The validator has found the errors of the syntax.
      guard let parsed = try? ScriptParser.parsePartly(Array(section.contents.utf8)) else { return }
      return visit(parsed.script, below: section.line, in: feature)
    }
    guard let text = try? files.contents(of: name) else { return }
    let source = SourcedFile(
      name: name, step: file?.step ?? step, offset: file?.offset ?? offset)
    do throws(ScriptParseErrors) {
      let script = try SourcedScript.parse(text, catalog: catalog)
      visit(script, below: 0, in: feature, of: source)
    } catch {
      record(error.first(in: name), source.step, [], below: source.offset, of: nil)
    }
  }

  private func error(of line: Line, in feature: (any DrivenFeature)?) -> Diagnostic? {
    if line.openedFeatureName != nil {
      var arguments = line.arguments
      guard line.expectedFailure == nil, line.conditions.isEmpty,
        line.openedFeature(in: catalog) == nil, let (name, range) = arguments.consumeWord()
      else { return nil }
      return .noSuchFeature(name, at: range, in: catalog)
    }
    if PropertiesFile.featureName(of: path) != nil, !line.declaresProperty {
      return Diagnostic("usage", "only properties are supported here", at: line.verbRange)
    }
    return line.typeError(in: feature, files: isWhole ? files : nil)
  }

  /// The path of a sourced file, or of the script.
  private func filePath(of file: SourcedFile?) -> String {
    guard let file else { return path }
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    return directory + file.name
  }

  private mutating func record(
    _ error: Diagnostic, _ step: Script.Step, _ hints: [MigrationHint], below offset: Int,
    of file: SourcedFile?
  ) {
    if let file {
      var shown = error
      let line = step.position(ofOffset: error.range?.lowerBound ?? 0).line
      shown.message = "\(file.name):\(line): \(error.message)"
      shown.range = nil
      return record(shown, file.step, hints, below: file.offset, of: nil)
    }
    let isOfSource = step.line.has(.runsScript)
    let range = error.range ?? (isOfSource ? step.line.arguments.range : step.line.verbRange)
    let position = step.position(ofOffset: range.lowerBound)
    let source = step.raw[position.line - step.lines.lowerBound]
    let end = min(position.column + range.count, source.utf8.count)
    var shown = error
    shown.range = position.column..<max(position.column, end)
    errors.append(
      ScriptTypeError(
        line: position.line + offset, diagnostic: shown, source: source, hints: hints))
  }
}

extension Script {
  /// Returns the first lines of the commands that no `requires` for other features skips.
  fileprivate func linesThatRun(with catalog: [any DrivenFeature]) -> Set<Int> {
    var lines: Set<Int> = []
    for run in runs {
      let steps = run.steps.prefix { !$0.line.requiresOther(than: catalog) }
      lines.formUnion(steps.map(\.lines.lowerBound))
    }
    return lines
  }

  /// Returns the commands, with those of rows, each with the feature of the store in use. `nil` if that is
  /// not known.
  ///
  /// - Parameters:
  ///   - catalog: The features that commands can open.
  ///   - feature: The feature that is open before the first command.
  ///   - files: The files that the script can source.
  func stepsWithFeatures(
    of catalog: [any DrivenFeature], openedBefore feature: (any DrivenFeature)?,
    files: any FileSource
  ) -> [(step: Step, feature: (any DrivenFeature)?)] {
    var features = [(any DrivenFeature)?](repeating: nil, count: steps.count)
    var rows: [(step: Step, feature: (any DrivenFeature)?)] = []
    for run in runs {
      var opened = OpenedFeatures(catalog: catalog, current: feature)
      let indices = run.selection?.stepIndices ?? run.steps.indices.map(Optional.some)
      for (step, index) in zip(run.steps, indices) {
        opened.follow(step.line, in: files)
        if let index {
          features[index] = features[index] ?? opened.current
        } else {
          rows.append((step, opened.current))
        }
      }
    }
    return rows + zip(steps, features).map { (step: $0, feature: $1) }
  }
}

extension OpenedFeatures {
  /// Notes what a line opens or selects, or the commands of the script that it sources.
  fileprivate mutating func follow(_ line: Line, in files: any FileSource, depth: Int = 0) {
    follow(line)
    guard depth < 8, let name = line.sourcedName, let text = try? files.contents(of: name),
      let script = try? ScriptParser.parsePartly(Array(text.utf8)).script
    else { return }
    for step in script.steps { follow(step.line, in: files, depth: depth + 1) }
  }
}
