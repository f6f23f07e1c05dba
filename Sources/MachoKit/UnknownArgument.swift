import ArgumentParser
import Foundation
import MachoValues

/// An option or a subcommand that the tool does not have.
///
/// ArgumentParser prints help with status 0 wherever it finds the letter `h` behind a single dash,
/// as in `-shard`, and beside unknown names. So names are checked before its message is printed.
struct UnknownArgument {
  private let path: [String]
  private let kind: String
  private let name: String
  private let candidates: [String]
  private let notes: [String]

  /// Returns the first unknown option or subcommand of a command line. `nil` if all are known.
  init?(in arguments: [String]) {
    guard !arguments.contains(where: Self.isRequestForShells),
      let tool = try? JSONDecoder().decode(Tool.self, from: Data(MachoCommand._dumpHelp().utf8))
    else { return nil }
    var (command, path) = (tool.command, [tool.command.commandName])
    var rest = arguments[...]
    while let argument = rest.popFirst(), argument != "--" {
      if argument.hasPrefix("-"), argument != "-" {
        let name = String(argument.prefix { $0 != "=" })
        while command.options[name] == nil, let inner = command.defaultCommand {
          (command, path) = (inner, path + [inner.commandName])
        }
        guard let takesValue = command.options[name] else {
          self.init(option: name, of: command, path)
          return
        }
        let value = takesValue && name == argument ? rest.first : nil
        if let value, !Self.isOption(value) { rest = rest.dropFirst() }
      } else if let inner = command.subcommand(argument) {
        (command, path) = (inner, path + [inner.commandName])
      } else if let inner = command.defaultCommand {
        (command, path) = (inner, path + [inner.commandName])
      } else if !command.subcommandNames.isEmpty {
        self.init(subcommand: argument, of: command, path)
        return
      }
    }
    return nil
  }

  private init(option name: String, of command: Tool.Command, _ path: [String]) {
    let bare = String(name.drop { $0 == "-" })
    let names = command.options.keys.sorted().map {
      (name: String($0.drop { $0 == "-" }), shown: $0)
    }
    (self.path, kind, self.name) = (path, "option", name)
    candidates = Suggestions.closest(to: bare, among: names.filter { $0.name.count > 1 })
    let tool = path.joined(separator: " ")
    notes =
      ["'\(tool) --help' lists the options"]
      + (name.hasPrefix("--") || !command.takesFiles
        ? [] : ["a path that begins with '-' is written ./\(name)"])
  }

  private init(subcommand name: String, of command: Tool.Command, _ path: [String]) {
    (self.path, kind, self.name) = (path, "subcommand", name)
    candidates = Suggestions.nearest(to: name, among: command.subcommandNames)
    notes = ["subcommands: " + command.subcommandNames.joined(separator: ", ")]
  }

  /// The message, with suggestions.
  var message: String {
    let tool = path.joined(separator: " ")
    return
      (["unknown \(kind) '\(name)'"]
      + candidates.prefix(1).map { "did you mean \(tool) \($0)?" } + notes)
      .joined(separator: "\n")
  }

  /// Whether the parser takes an argument for an option rather than a value. `-3` is neither.
  private static func isOption(_ argument: String) -> Bool {
    argument.hasPrefix("-") && argument.drop { $0 == "-" }.first?.isLetter == true
  }

  /// Whether an argument asks for a completion script or the description of the options, which
  /// programs read.
  private static func isRequestForShells(_ argument: String) -> Bool {
    ["---completion", "--generate-completion-script", "--experimental-dump-help"]
      .contains(String(argument.prefix { $0 != "=" }))
  }
}

/// The part of ArgumentParser's description of a tool that names subcommands and options.
private struct Tool: Decodable {
  struct Command: Decodable {
    struct Argument: Decodable {
      struct Name: Decodable {
        var kind: String
        var name: String
      }

      var kind: String
      var names: [Name]?
    }

    var commandName: String
    var shouldDisplay: Bool
    var defaultSubcommand: String?
    var subcommands: [Command]?
    var arguments: [Argument]?
  }

  var command: Command
}

extension Tool.Command {
  /// Whether each option, with its dashes, takes a value.
  fileprivate var options: [String: Bool] {
    var options = ["--help-hidden": false]
    for argument in arguments ?? [] {
      for name in argument.names ?? [] {
        options[(name.kind == "long" ? "--" : "-") + name.name] = argument.kind == "option"
      }
    }
    return options
  }

  fileprivate var takesFiles: Bool { arguments?.contains { $0.kind == "positional" } ?? false }

  fileprivate var subcommandNames: [String] {
    var names: [String] = []
    for command in subcommands ?? [] where command.shouldDisplay {
      if !names.contains(command.commandName) { names.append(command.commandName) }
    }
    return names
  }

  fileprivate var defaultCommand: Self? { defaultSubcommand.flatMap(subcommand) }

  fileprivate func subcommand(_ name: String) -> Self? {
    subcommands?.first { $0.commandName == name }
  }
}
