import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSystem

struct BundleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bundle",
    abstract: "Pack the driver with scripts, so that a machine without a compiler runs them.",
    discussion: """
      The archive has the driver with the shared libraries that it needs, the scripts, the files that they read, and the \
      program 'run'. Unpack it with 'tar xzf FILE' on a machine with the same system and architecture, and start 'run': it tests the \
      scripts. 'run SUBCOMMAND ARGUMENTS...' runs another subcommand. Scripts keep their paths relative to the working \
      directory, so reports of several machines can be merged. \
      Exit status: 0 written; 2 usage, or a file that cannot be packed; 5 no scripts.
      """)

  @Argument(help: "Scripts or directories. Default: the working directory.")
  var paths: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The archive. It ends in .tar.gz.", valueName: "file.tar.gz"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "Also pack all files of this directory, such as the corpus of 'macho explore'. Repeatable.",
      valueName: "directory"))
  var corpus: [String] = []

  func validate() throws {
    let name = URL(fileURLWithPath: output).lastPathComponent
    guard name.hasSuffix(BundleArchive.suffix), name != BundleArchive.suffix else {
      throw ValidationError("--output must end in .tar.gz, not '\(output)'")
    }
  }

  func run() throws {
    let files = try scripts()
    do {
      var scripts = BundledScripts()
      try scripts.add(scripts: files)
      for directory in corpus { try scripts.add(directory: directory) }
      try write(scripts)
    } catch let error as FileError {
      try fail(error)
    } catch let error as BundledScripts.Failure {
      try fail(error)
    } catch let error as BundleArchive.Failure {
      try fail(error)
    }
    StandardOutput.print("wrote \(output): \(counted(files.count, "script"))")
  }

  /// Returns the selected scripts. A driver alone can be packed in a directory without scripts.
  private func scripts() throws -> [String] {
    if paths.isEmpty, ScriptFiles.find(["."]).files.isEmpty { return [] }
    let selection = ScriptSelection(paths)
    try selection.finish()
    return selection.files
  }

  private func write(_ scripts: BundledScripts) throws {
    let driver = ScriptLauncher.executable
    let runtime = RuntimeFiles(driver: driver)
    let machine = BundleManifest.machine
    let paths = paths.isEmpty ? ["."] : paths
    let manifest = BundleManifest(
      system: machine.system, architecture: machine.architecture, glibc: runtime.libraryVersion,
      driver: URL(fileURLWithPath: driver).lastPathComponent,
      version: MachoCommand.configuration.version,
      paths: paths.map { ShardSelection.name(of: $0) }.map { $0.isEmpty ? "." : $0 },
      scripts: scripts.scripts, corpus: corpus.map { ShardSelection.name(of: $0) },
      libraries: runtime.files.keys.sorted())
    let archive = try BundleArchive(path: output)
    defer { archive.removeParts() }
    try archive.add(manifest.json, as: BundleManifest.fileName)
    try archive.add(manifest.launcher, as: "run", isExecutable: true)
    try archive.add(file: driver, as: "usr/bin/" + manifest.driver)
    for (name, path) in runtime.files { try archive.add(file: path, as: "usr/" + name) }
    for (name, path) in scripts.files { try archive.add(file: path, as: "files/" + name) }
    try archive.write(first: BundleManifest.fileName)
  }

  private func fail(_ error: any Error) throws -> Never {
    printError("\(error)")
    throw ExitStatus.usage
  }
}
