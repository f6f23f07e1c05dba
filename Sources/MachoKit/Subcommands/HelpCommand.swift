import ArgumentParser
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoValues

/// `macho help`. Subcommands are explained by ArgumentParser, verbs by the session.
struct HelpCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "help", abstract: "Explain a subcommand, or a verb of scripts and prompts.",
    discussion: """
      'help verbs' lists the verbs and 'help codes' the error codes. 'help keys', 'help values', \
      'help paths' and 'help prompt' are topics of the prompt's 'help'. 'help help' explains the \
      subcommand, 'help verb help' the verb.
      """)

  @Argument(help: "A subcommand, a verb, 'verbs', 'keys' or another topic, or 'verb' and a verb.")
  var topic: [String] = []

  func run() throws {
    switch topic {
    case []: StandardOutput.print(MachoCommand.helpMessage())
    default:
      if topic.count == 2, topic[0] == "verb" { return try explain(topic[1]) }
      if topic.count == 2, let command = Self.nested(topic) {
        return StandardOutput.print(MachoCommand.helpMessage(for: command))
      }
      guard topic.count == 1 else {
        throw ValidationError("'help' takes one name, or 'verb' and the name of a verb")
      }
      try explain(topic[0], inCommands: MachoCommand.configuration.subcommands)
    }
  }

  /// Returns the subcommand of a subcommand, such as 'report merge'.
  private static func nested(_ names: [String]) -> (any ParsableCommand.Type)? {
    var command: (any ParsableCommand.Type)? = MachoCommand.self
    for name in names {
      command = command?.configuration.subcommands.first { $0.configuration.commandName == name }
    }
    return command
  }

  private func explain(_ name: String, inCommands commands: [any ParsableCommand.Type]) throws {
    let named = commands.first { $0.configuration.commandName == name }
    if let named { return StandardOutput.print(MachoCommand.helpMessage(for: named)) }
    let topics = Command.topics.map(\.name)
    if Command.named(name) != nil || topics.contains(name) { return try explain(name) }
    let shown = commands.map { $0.configuration }.filter { $0.shouldDisplay }
    let names = shown.compactMap { $0.commandName }
    let nearest = Suggestions.nearest(to: name, among: names + Command.all.map(\.verb) + topics)
    throw ValidationError(
      "no such subcommand or verb: '\(name)'"
        + (nearest.first.map { "\ndid you mean \($0)?" } ?? "")
        + "\n'\(DriverName.command) help' lists the subcommands, '\(DriverName.command) help verbs' the verbs"
    )
  }

  /// Prints the session's own explanation of a verb, so the two cannot differ.
  private func explain(_ topic: String) throws {
    var loop = CommandLoop(linesIn: Session(catalog: Catalog.all, receiveMode: .immediate))
    let outcome = loop.run(Line(.help, topic)).outcome
    let text = EventFormatter.lines(for: outcome).map(\.text).joined(separator: "\n")
    guard outcome.failure == nil else { throw ValidationError(text) }
    StandardOutput.print(text)
  }
}
