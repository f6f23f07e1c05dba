import ArgumentParser
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues
import MachoWire

/// Parses the command line and runs a subcommand. `run` returns the raw value of an `ExitStatus`.
struct CommandLineRun {
  let catalog: [any DrivenFeature]

  func run(_ arguments: [String]) -> Int32 {
    if let name = Catalog.duplicateName(in: catalog) {
      printError("the driver registers two features with the name '\(name)'; rename one of them")
      return ExitStatus.usage.rawValue
    }
    if let name = Catalog.invalidName(in: catalog) {
      printError(
        "the driver registers a feature with the name '\(OutputEscaping.encode(name))'; "
          + "rename it to one word without invisible characters, so that a line can open it")
      return ExitStatus.usage.rawValue
    }
    Catalog.install(catalog)
    let isTest = arguments.first == TestCommand.configuration.commandName
    let arguments = CoverageOption.addingImplicitValues(
      isTest ? UpdateOptions.addingImplicitValues(arguments) : arguments)
    do {
      var command = try MachoCommand.parseAsRoot(arguments)
      try command.run()
      for problem in Redactor.problems { printError("--redact: \(problem)") }
      return (Redactor.problems.isEmpty ? ExitStatus.passed : .usage).rawValue
    } catch let status as ExitStatus {
      return status.rawValue
    } catch {
      let unknown = UnknownArgument(in: arguments)
      guard unknown == nil, MachoCommand.exitCode(for: error) == .success else {
        printError(unknown?.message ?? MachoCommand.fullMessage(for: error))
        return ExitStatus.usage.rawValue
      }
      StandardOutput.print(MachoCommand.fullMessage(for: error))
      return ExitStatus.passed.rawValue
    }
  }
}

struct MachoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: DriverName.current,
    abstract: "Drive stores with lines of text: at a prompt, in scripts and in tests.",
    version:
      "macho \(ToolVersion.current) (script language \(Script.version), wire protocol \(WireHost.version))",
    subcommands: [
      ReplCommand.self, TutorialCommand.self, RunCommand.self, TestCommand.self, CheckCommand.self,
      DebugCommand.self,
      ExploreCommand.self, CompareCommand.self, ExportCommand.self,
      ReviewCommand.self, AcceptCommand.self, RejectCommand.self, InitCommand.self,
      MigrateCommand.self, ImportCommand.self, FeaturesCommand.self, ServeCommand.self,
      ConnectCommand.self, AgentCommand.self, InspectCommand.self, ReportCommand.self,
      BundleCommand.self,
      LanguageServerCommand.self, DebugAdapterCommand.self,
      HelpCommand.self,
      ChildCommand.self, EditorChildCommand.self, GrammarsCommand.self, ExploreChildCommand.self,
      CompareChildCommand.self,
    ] + forkServerCommands)

  /// Without a subcommand nothing runs, so this is wrong usage.
  func run() throws {
    printError(Self.helpMessage())
    throw ExitStatus.usage
  }

  #if MACHO_LINUX
    private static let forkServerCommands: [any ParsableCommand.Type] = [ForkServerCommand.self]
  #else
    private static let forkServerCommands: [any ParsableCommand.Type] = []
  #endif
}

/// The features of the process. ArgumentParser creates the subcommands, so they read the catalog
/// from here.
enum Catalog {
  // SAFETY: `install` writes it once, on the main thread, before any subcommand exists to read it.
  nonisolated(unsafe) private static var features: [any DrivenFeature] = []

  static func install(_ catalog: [any DrivenFeature]) {
    features = catalog
    hasTutorial = !catalog.contains { $0.name == Tutorial.feature.name }
    if hasTutorial { features.append(Tutorial.feature) }
  }

  /// Returns the first name that two features have. A line could open only one of them.
  static func duplicateName(in catalog: [any DrivenFeature]) -> String? {
    var names: Set<String> = []
    return catalog.first { !names.insert($0.name).inserted }?.name
  }

  /// Returns the first name that no line can open.
  static func invalidName(in catalog: [any DrivenFeature]) -> String? {
    catalog.first { !canOpen($0.name) }?.name
  }

  /// Whether a line can contain a name as a word: it is not empty, without blanks and invisible
  /// characters.
  static func canOpen(_ name: String) -> Bool {
    !name.isEmpty
      && !name.unicodeScalars.contains { $0 == " " || OutputEscaping.isUnsafe($0) }
  }

  /// All features that a line can open.
  static var all: [any DrivenFeature] { features }

  /// The features that listings show: the registered ones.
  static var listed: [any DrivenFeature] { features.filter(\.isListed) }

  /// Whether the tutorial's feature is in the catalog: no registered feature has its name.
  ///
  /// SAFETY: as for `features`.
  nonisolated(unsafe) private(set) static var hasTutorial = false

  /// Returns the feature with a name. Throws an error with candidates if there is none.
  static func feature(named name: String) throws -> any DrivenFeature {
    guard let feature = features.first(where: { $0.name == name }) else {
      let names = listed.map(\.name)
      let nearest = Suggestions.nearest(to: name, among: names).first
      throw ValidationError(
        "no-such-feature: no feature '\(name)' is registered"
          + (nearest.map { "\ndid you mean \($0)?" } ?? "")
          + "\nregistered: " + names.joined(separator: ", "))
    }
    return feature
  }
}
