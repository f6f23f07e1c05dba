import ArgumentParser
import Composable
import Foundation
import MachoScripting
import MachoSessions
import MachoTerminal
import MachoValues

struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Drive a feature at a prompt.",
    discussion: "Without a terminal on standard input, reads lines and prints what they do.")

  @Argument(help: "The feature to open; 'feature NAME' opens one later.")
  var feature: String?

  @Option(help: "test, preview or live; the feature's own choice without it.")
  var context: RunContext?

  @Option(
    help: "Write the session as a script that passes 'macho test'; '@file' is read beside it.")
  var record: String?

  @Flag(help: "Let --record replace a file that has something in it.")
  var overwrite = false

  @Option(
    name: .customLong("redact"),
    help: "Keep what this regular expression matches out of recordings; may be repeated.")
  var redactions: [String] = []

  @Option(
    name: .customLong("redact-property"),
    help: "Keep the values of this property out of recordings; may be repeated.")
  var secrets: [String] = []

  @OptionGroup var colors: ColorOptions

  @Flag(
    name: .customLong("no-rc"),
    help: "Leave out what '.machorc' says: a prompt runs its lines first; see 'help prompt'.")
  var leavesStartupFileOut = false

  func run() throws {
    let redactor = try makeRedactor()
    // The line editor has a thread of its own, whose time is not a feature's.
    StoreExecutor.adopted?.watchesOtherThreads = false
    let opened = try feature.map(Catalog.feature(named:))
    let mailbox = Mailbox<Prompt.Message>()
    // A recording finds '@file' beside itself, so the session that it records must too.
    let directory = record.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    let files = directory.map(DirectoryFiles.init) ?? .current
    let environment = ProcessInfo.processInfo.environment
    let session = Session(
      catalog: Catalog.all, taking: .atOnce, context: context,
      files: files, environment: environment)
    session.whenArriving { mailbox.post(.arrival) }
    let recorder = try record.map {
      try Recorder(path: $0, overwriting: overwrite, redactor: redactor)
    }
    let palette = colors.palette(for: STDOUT_FILENO)
    var configuration = LineSourceConfiguration(asking: mailbox, palette)
    var history = PromptHistory(environment)
    configuration.historyPath = history.change(to: opened?.name)
    let source = makeLineSource(configuration)
    let prompt = Prompt(
      session: session,
      recording: SessionRecording(session, recorder: recorder, redactor: redactor),
      mailbox: mailbox, source: source, environment: environment,
      history: history, palette: palette)
    let opening =
      source.isInteractive
      ? self.opening(of: opened, environment, history: configuration.historyPath)
      : Prompt.Opening()
    let hasPassed = prompt.run(first: opened.map { "feature " + $0.name }, opening: opening)
    // At a terminal a mistyped line is no failure of the session; in a pipe it is.
    if !hasPassed, !source.isInteractive { throw ExitStatus.failed }
  }

  /// What a person at a terminal sees first. A pipe's lines are all there is to its session.
  private func opening(
    of feature: (any DrivenFeature)?, _ environment: [String: String], history: String?
  ) -> Prompt.Opening {
    let greeting = Greeting.lines(
      opening: feature, from: Catalog.listed, isFirst: Greeting.isFirstStart(history: history),
      tool: CommandLineRun.toolName)
    let (startup, notes) = leavesStartupFileOut ? (nil, []) : StartupFile.find(environment)
    return Prompt.Opening(greeting: greeting + notes, startup: startup)
  }

  private func makeRedactor() throws -> Redactor {
    for pattern in redactions where (try? Regex(pattern)) == nil {
      throw ValidationError("bad-regex: '\(pattern)' is no regular expression")
    }
    return try Redactor(
      patterns: redactions, properties: secrets + Catalog.all.flatMap(\.secrets))
  }
}

extension RunContext: ExpressibleByArgument {}
