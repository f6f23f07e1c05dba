import ArgumentParser
import MachoScripting

struct MigrateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Follow renamed actions, properties and types in scripts.",
    discussion: """
      Whole names change, in commands and in the output that they expect. Comments, strings, verbs and sections stay as they are, as do \
      lines that must fail with a 'no-such-' code. A script that does not parse is left alone.

      Exit status: 0 done; 2 usage, or a script that does not parse; 5 no script has such a name.
      """)

  @Option(
    name: .customLong("rename"),
    help: ArgumentHelp(
      "A name and the one that it has now; may be given several times.", valueName: "old=new"))
  var renamings: [String]

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  @Argument(help: "Scripts, or directories that hold some; the working directory without any.")
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

  /// Rewrites one script, and says whether there was something to change.
  private func migrate(_ file: String, _ migration: ScriptMigration) throws -> Bool {
    let bytes = try ScriptFiles.read(file)
    let script = try ScriptValidator.parse(bytes)
    let result = migration.rewrite(script)
    guard !result.changed.isEmpty else { return false }
    if !dryRun {
      guard try ScriptFiles.read(file) == bytes else {
        throw ValidationError("\(file) was changed meanwhile, so it was left alone")
      }
      try AtomicFile.write(Array(result.text.utf8), to: file)
    }
    let lines = result.changed.map(String.init).joined(separator: ", ")
    print(
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
