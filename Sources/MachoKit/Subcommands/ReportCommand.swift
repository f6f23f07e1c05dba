import ArgumentParser

/// `macho report`. Makes a page unless 'merge' follows.
struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Make a page for a browser of recordings and reports, or join reports.",
    subcommands: [ReportPageCommand.self, ReportMergeCommand.self],
    defaultSubcommand: ReportPageCommand.self)
}
