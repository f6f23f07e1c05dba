import ArgumentParser
import MachoScripting
import MachoSystem
import MachoValues

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Adapt scripts and recordings to renamed, new and removed declarations.",
    discussion: """
      Changes commands, expected output, JSON sections and recordings of apps. Build the driver with the change first: its types tell \
      what values are whose type is not written. A place that may concern a change, and was not changed, is printed on standard error \
      with its position. Comments, strings, verbs and lines that must fail with a 'no-such-' code are not changed. A name without a \
      type is renamed wherever it occurs, but not in sections. Files that do not parse, or whose result would not, are left unchanged.

        migrate --add Expense.isRecurring=false --rename Expense.name=title
        migrate --add Action.loaded.source=.network --remove Action.retryTapped

      Exit status: 0 done; 2 usage, or a file that does not parse; 5 no script needs the changes.
      """)

  @Option(
    name: .customLong("rename"),
    help: ArgumentHelp(
      "The old and the new name, everywhere or of a member of a type. May be repeated.",
      valueName: "[type.]old=new"))
  var renamings: [String] = []

  @Option(
    name: .customLong("add"),
    help: ArgumentHelp(
      "A new property of a type, or a new value of a case, by label or position. May be repeated.",
      valueName: "type.property=value"))
  var additions: [String] = []

  @Option(
    name: .customLong("remove"),
    help: ArgumentHelp(
      "A removed property of a type, value of a case, or case. May be repeated.",
      valueName: "type.property"))
  var removals: [String] = []

  @Flag(help: "Print the changes as a unified diff without making them.")
  var dryRun = false

  @Argument(help: "Scripts, recordings or directories. Default: the working directory.")
  var paths: [String] = []

  func validate() throws {
    guard !renamings.isEmpty || !additions.isEmpty || !removals.isEmpty else {
      throw ValidationError("nothing to migrate: use --rename, --add or --remove")
    }
    _ = try asUsage { () throws(MigrationError) in
      (try parsedRenamings(), try parsedChanges())
    }
  }

  func run() throws {
    let migration = try asUsage(makeMigration)
    // An option concerns no script if all results are the same without it.
    var unneeded = try asUsage(migrationsWithoutOption)
    for owner in migration.unknownOwners {
      let nearest = owner.candidates.first.map { "\ndid you mean \($0)?" } ?? ""
      printError(
        "no feature has '\(owner.name)': only values that are written with this name change"
          + nearest)
    }
    var selection = ScriptSelection(paths, includingProperties: true)
    for file in selection.files {
      do {
        try migrate(file, migration, &unneeded)
      } catch let errors as ScriptParseErrors {
        printError(errors.text(path: file))
        selection.add(.usage)
      } catch let failure as Migration.Failure {
        printError("\(file):\(failure.line): \(failure.message); the file was not changed")
        selection.add(.usage)
      } catch {
        printError("\(error)")
        selection.add(.usage)
      }
    }
    if !unneeded.isEmpty, !selection.files.isEmpty {
      printError("no script needs " + unneeded.map(\.option).joined(separator: " or "))
      let count = renamings.count + additions.count + removals.count
      if unneeded.count == count { selection.add(.nothingSelected) }
    }
    try selection.finish()
  }

  /// Migrates a file. Removes the options that concern it from `unneeded`.
  private func migrate(
    _ file: String, _ migration: Migration, _ unneeded: inout [(option: String, rest: Migration)]
  ) throws {
    let bytes = try ScriptFiles.read(file)
    let result = try migration.migrate(bytes, path: file)
    unneeded.removeAll { (try? $0.rest.migrate(bytes, path: file)) != result }
    if !result.changed.isEmpty {
      if dryRun {
        StandardOutput.write(UnifiedDiff.text(from: result.old, to: result.new, path: file))
      } else {
        guard try ScriptFiles.read(file) == bytes else {
          throw ValidationError("\(file) changed in the meantime; it was not rewritten")
        }
        try AtomicFile.write(Array(result.new.text.utf8), to: file)
        let lines = result.changed.map(String.init).joined(separator: ", ")
        StandardOutput.print(
          "MIGRATED \(file): line\(result.changed.count == 1 ? "" : "s") \(lines)")
      }
    }
    for note in result.notes {
      let place = dryRun ? note.oldPlace : note.place
      printError("\(file):\(place.line):\(place.column): not changed: \(note.message)")
    }
  }

  // MARK: Options

  /// The renamings of names of any kind.
  private func parsedRenamings() throws(MigrationError) -> [Renaming] {
    var parsed: [Renaming] = []
    for text in renamings where !isOfType(text) {
      let renaming = try Renaming(parsing: text)
      if let other = parsed.first(where: { $0.old == renaming.old }) {
        throw MigrationError(
          "'\(renaming.old)' is renamed twice, to '\(other.new)' and '\(renaming.new)'")
      }
      parsed.append(renaming)
    }
    return parsed
  }

  /// The changes of members of types.
  private func parsedChanges() throws(MigrationError) -> [MemberChange] {
    var parsed: [MemberChange] = []
    for text in renamings where isOfType(text) {
      parsed.append(try MemberChange(renaming: text))
    }
    for text in additions { parsed.append(try MemberChange(adding: text)) }
    for text in removals { parsed.append(try MemberChange(removing: text)) }
    for (index, change) in parsed.enumerated()
    where parsed[..<index].contains(where: { $0.name == change.name }) {
      throw MigrationError("'\(change.name)' is changed twice")
    }
    return parsed
  }

  /// Whether a renaming names the type of what is renamed.
  private func isOfType(_ renaming: String) -> Bool {
    renaming.prefix { $0 != "=" }.contains(".")
  }

  private func makeMigration() throws(MigrationError) -> Migration {
    try Migration(
      renamings: parsedRenamings(), changes: parsedChanges(), catalog: Catalog.all)
  }

  /// Returns each option with the migration that the other options make.
  private func migrationsWithoutOption() throws(MigrationError) -> [(
    option: String, rest: Migration
  )] {
    var found: [(option: String, rest: Migration)] = []
    let lists: [(name: String, texts: WritableKeyPath<Self, [String]>)] = [
      ("--rename", \.renamings), ("--add", \.additions), ("--remove", \.removals),
    ]
    for (name, texts) in lists {
      for index in self[keyPath: texts].indices {
        var others = self
        let text = others[keyPath: texts].remove(at: index)
        found.append(("\(name) \(text)", try others.makeMigration()))
      }
    }
    return found
  }
}

/// Throws the error of a migration as wrong usage.
private func asUsage<T>(_ body: () throws(MigrationError) -> T) throws -> T {
  do throws(MigrationError) { return try body() } catch {
    throw ValidationError(error.description)
  }
}
