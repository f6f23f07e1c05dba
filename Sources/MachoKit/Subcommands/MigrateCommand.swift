import ArgumentParser
import MachoScripting
import MachoSystem

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Rename actions, properties and types in scripts.",
    discussion: """
      Renames whole names in commands and in expected output. Comments, strings, verbs, sections and lines that must fail with a \
      'no-such-' code are not changed. Scripts that do not parse are skipped.

      Exit status: 0 done; 2 usage, or a script that does not parse; 5 no script has such a name.
      """)

  @Option(
    name: .customLong("rename"),
    help: ArgumentHelp(
      "The old and the new name. May be repeated.", valueName: "old=new"))
  var renamings: [String]

  @Flag(help: "Print what would change without changing it.")
  var dryRun = false

  @Argument(help: "Scripts or directories. Default: the working directory.")
  var paths: [String] = []

  func validate() throws { _ = try parsedRenamings() }

  func run() throws {
    let migration = try ScriptMigration(parsedRenamings())
    var selection = ScriptSelection(paths)
    var files = 0
    for file in selection.files {
      do {
        if try migrate(file, migration) { files += 1 }
      } catch let errors as ScriptParseErrors {
        printError(errors.text(path: file))
        selection.add(.usage)
      } catch {
        printError("\(error)")
        selection.add(.usage)
      }
    }
    if files == 0, !selection.files.isEmpty {
      printError("no script has the name " + names.joined(separator: " or "))
      selection.add(.nothingSelected)
    }
    try selection.finish()
  }

  /// Rewrites a script. Returns whether it contained a name to rename.
  private func migrate(_ file: String, _ migration: ScriptMigration) throws -> Bool {
    let bytes = try ScriptFiles.read(file)
    let script = try ScriptValidator.parse(bytes)
    let result = migration.rewrite(script)
    guard !result.changed.isEmpty else { return false }
    if !dryRun {
      guard try ScriptFiles.read(file) == bytes else {
        throw ValidationError("\(file) changed in the meantime; it was not rewritten")
      }
      try AtomicFile.write(Array(result.text.utf8), to: file)
    }
    let lines = result.changed.map(String.init).joined(separator: ", ")
    StandardOutput.print(
      "\(dryRun ? "would change" : "MIGRATED") \(file): line\(result.changed.count == 1 ? "" : "s") \(lines)"
    )
    return true
  }

  private func parsedRenamings() throws -> [Renaming] {
    let parsed = try renamings.map { text in
      do throws(RenamingError) {
        return try Renaming(parsing: text)
      } catch {
        throw ValidationError(error.description)
      }
    }
    for (index, one) in parsed.enumerated() {
      if let other = parsed[..<index].first(where: { $0.old == one.old }) {
        throw ValidationError("'\(one.old)' is renamed twice, to '\(other.new)' and '\(one.new)'")
      }
    }
    return parsed
  }

  private var names: [String] {
    renamings.map { "'" + $0.prefix { $0 != "=" } + "'" }
  }
}
