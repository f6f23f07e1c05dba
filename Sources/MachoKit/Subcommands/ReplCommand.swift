import ArgumentParser
import Composable
import Foundation
import MachoReporting
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
  var redactedProperties: [String] = []

  @Option(
    help: ArgumentHelp(
      "Begin where a script ends, or where its line LINE does; the script's lines are recorded too.",
      valueName: "file[:line]"))
  var after: String?

  @OptionGroup var colors: ColorOptions

  @Flag(
    name: .customLong("no-rc"),
    help: "Leave out what '.machorc' says: a prompt runs its lines first; see 'help prompt'.")
  var skipsStartupFile = false

  func validate() throws {
    if after != nil, feature != nil {
      throw ValidationError("--after opens what the script opens: name no feature")
    }
    if after != nil, context != nil {
      throw ValidationError("--after runs a script as a test does, whose context is its own")
    }
  }

  func run() throws {
    let redactor = try makeRedactor(redactions, secrets: redactedProperties)
    // The line editor has a thread of its own, whose time is not a feature's.
    StoreExecutor.processWide?.monitorsOtherThreads = false
    let opened = try feature.map(Catalog.feature(named:))
    let environment = ProcessInfo.processInfo.environment
    let palette = colors.palette(for: STDOUT_FILENO)
    if let after { return try startAfterScript(after, redactor, palette) }
    // A recording finds '@file' beside itself, so the session that it records must too.
    let directory = record.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    let files = directory.map(DirectoryFiles.init) ?? .current
    let session = Session(
      catalog: Catalog.all, taking: .immediate, context: context,
      files: files, environment: environment)
    let prompt = Prompt.makePrompt(
      session, opening: opened?.name, recorder: try recorder(redactor), redactor: redactor,
      palette: palette)
    let opening =
      prompt.source.isInteractive
      ? self.startupOptions(of: opened, environment) : Prompt.StartupOptions()
    try throwIfFailed(
      prompt, prompt.run(first: opened.map { "feature " + $0.name }, opening: opening))
  }

  /// Opens the prompt in the state that a script leaves.
  private func startAfterScript(_ after: String, _ redactor: Redactor, _ palette: Palette) throws {
    let (path, line) = PreludeScript.parseLocation(after)
    let behind = try PreludeScript(path: path)
    let count = behind.script.source.lines.count
    if let line, line > count {
      throw ValidationError("\(path) has \(count) line\(count == 1 ? "" : "s"), not \(line)")
    }
    let recorder = try recorder(redactor)
    CrashBreadcrumb.install(output: STDOUT_FILENO)
    StoreExecutor.processWide?.monitorsOtherThreads = true
    let log = OutcomeLog()
    var walk = behind.makeStepper(isStrict: false) { log.record($0) }
    let stop = walk.run(to: line ?? count)
    StoreExecutor.processWide?.monitorsOtherThreads = false
    let prompt = Prompt.makePrompt(
      walk.session, opening: walk.session.featureName, recorder: recorder, redactor: redactor,
      palette: palette)
    prompt.continueRecording(behind.script, at: path, log)
    // From here on it is a prompt as any other.
    walk.session.switchToImmediateMode()
    var greeting: [String] = []
    if case .failed = stop { greeting = PrettyReporter.lines(for: walk.result) }
    prompt.hasFailed = !greeting.isEmpty
    if let arrived = walk.session.poll() {
      prompt.recording.record(arrived)
      greeting += OutcomeFormatter.lines(for: arrived).map(OutputEscaping.encode)
    }
    try throwIfFailed(
      prompt, prompt.run(first: nil, opening: Prompt.StartupOptions(greeting: greeting)))
  }

  private func throwIfFailed(_ prompt: Prompt, _ hasPassed: Bool) throws {
    // At a terminal a mistyped line is no failure of the session; in a pipe it is.
    if !hasPassed, !prompt.source.isInteractive { throw ExitStatus.failed }
  }

  private func recorder(_ redactor: Redactor) throws -> Recorder? {
    try record.map { try Recorder(path: $0, overwriting: overwrite, redactor: redactor) }
  }

  /// What a person at a terminal sees first. A pipe's lines are all there is to its session.
  private func startupOptions(
    of feature: (any DrivenFeature)?, _ environment: [String: String]
  ) -> Prompt.StartupOptions {
    let history = PromptHistory(environment).path(for: feature?.name)
    let greeting = WelcomeMessage.lines(
      opening: feature, from: Catalog.listed,
      isFirst: WelcomeMessage.isFirstStart(history: history),
      tool: CommandLineRun.executableName)
    let (startup, notes) = skipsStartupFile ? (nil, []) : StartupFile.find(environment)
    return Prompt.StartupOptions(greeting: greeting + notes, startup: startup)
  }
}

extension RunContext: ExpressibleByArgument {}
