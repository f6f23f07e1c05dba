import ArgumentParser
import Foundation
import MachoSessions
import MachoValues

/// Parses the arguments and runs a subcommand; what it ends with is one of `ExitStatus`.
struct CommandLineRun {
  let catalog: [any DrivenFeature]

  /// What the executable is called.
  static var executableName: String {
    CommandLine.arguments.first.map { URL(fileURLWithPath: $0).lastPathComponent } ?? "macho"
  }

  func run(_ arguments: [String]) -> Int32 {
    Catalog.install(catalog)
    do {
      var command: any ParsableCommand
      if let plain = RunCommand.fastParse(arguments) {
        command = plain
      } else {
        command = try MachoCommand.parseAsRoot(UpdateOptions.addingImplicitValues(arguments))
      }
      try command.run()
      return ExitStatus.passed.rawValue
    } catch let status as ExitStatus {
      return status.rawValue
    } catch {
      let message = MachoCommand.fullMessage(for: error)
      guard MachoCommand.exitCode(for: error) == .success else {
        FileHandle.standardError.write(Data((message + "\n").utf8))
        return ExitStatus.usage.rawValue
      }
      print(message)
      return ExitStatus.passed.rawValue
    }
  }
}

struct MachoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "macho",
    abstract: "Drive stores by lines of text: at a prompt, in scripts, in tests.",
    subcommands: [
      ReplCommand.self, TutorialCommand.self, RunCommand.self, TestCommand.self, CheckCommand.self,
      ExportCommand.self,
      ReviewCommand.self, AcceptCommand.self, RejectCommand.self, InitCommand.self,
      MigrateCommand.self, ImportCommand.self, FeaturesCommand.self, ServeCommand.self,
      ConnectCommand.self,
      HelpCommand.self,
      ChildCommand.self,
    ] + forkServerCommands)

  #if os(Linux)
    private static let forkServerCommands: [any ParsableCommand.Type] = [ForkServerCommand.self]
  #else
    private static let forking: [any ParsableCommand.Type] = []
  #endif
}

/// The features of the process, for the subcommands, which argument-parser makes.
enum Catalog {
  // Written once by `install`, on the main thread, before any subcommand exists to read it.
  nonisolated(unsafe) private static var features: [any DrivenFeature] = []

  static func install(_ catalog: [any DrivenFeature]) {
    features = catalog
    hasTutorial = !catalog.contains { $0.name == Tutorial.feature.name }
    if hasTutorial { features.append(Tutorial.feature) }
  }

  /// All that a line can open.
  static var all: [any DrivenFeature] { features }

  /// All that lists name: what was registered.
  static var listed: [any DrivenFeature] { features.filter(\.isListed) }

  // As `features`.
  /// Whether the tutorial's feature is there, since none that was registered has its name.
  nonisolated(unsafe) private(set) static var hasTutorial = false

  /// The feature of a name, or the error that lists what there is.
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
