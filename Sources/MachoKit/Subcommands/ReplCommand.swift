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
    discussion: """
      If standard input is not a terminal, reads lines and prints their output. Exit status then: 0 no \
      command failed; 1 one did; 2 usage; 4 one trapped or exited, and was lost.
      """)

  @Argument(help: "The feature to open. 'feature NAME' opens one later.")
  var feature: String?

  @Option(help: #"test, preview, live or 'preview "PRESET"'. Default: the feature's own context."#)
  var context: ContextChoice?

  @Option(
    help:
      "Record the session as a script that passes 'macho test'. '@file' paths are relative to it.")
  var record: String?

  @Flag(help: "Let --record overwrite a file that is not empty.")
  var overwrite = false

  @Option(
    name: .customLong("round"),
    help: ArgumentHelp(
      "Record the times of a live session as multiples of this duration, at least 1ms.",
      discussion: """
        The clock of the session itself advances in these steps, so a replay passes. The deadlines of effects stay exact.
        """,
      valueName: "10ms"))
  var clockStep: ClockStep?

  @Option(
    name: .customLong("redact"),
    help: "Redact matches of this regular expression in recordings. May be repeated.")
  var redactions: [String] = []

  @Option(
    name: .customLong("redact-property"),
    help: "Redact the values of this property in recordings. May be repeated.")
  var redactedProperties: [String] = []

  @Option(
    help: ArgumentHelp(
      "Start after running a script, or its lines up to LINE. These lines are recorded too.",
      valueName: "file[:line]"))
  var after: String?

  @Flag(
    help: ArgumentHelp(
      "Share the session with a page for a browser, and print its address.",
      discussion: "The prompt is that of 'macho connect'. See 'macho help inspect'."))
  var inspect = false

  @Flag(
    help: ArgumentHelp(
      "Continue the session in the driver whenever it is rebuilt.",
      discussion: "As the verb 'reload' does, between two lines. See 'macho help reload'."))
  var watch = false

  @OptionGroup var colors: ColorOptions

  @Flag(
    name: .customLong("no-rc"),
    help: "Do not run the startup file '.machorc'. See 'help prompt'.")
  var skipsStartupFile = false

  func validate() throws {
    if after != nil, feature != nil {
      throw ValidationError("--after opens the script's feature: omit the feature")
    }
    if after != nil, context != nil {
      throw ValidationError("--after uses the script's own context: omit --context")
    }
    if inspect, after != nil || record != nil {
      throw ValidationError("--inspect cannot be combined with --after or --record")
    }
    if inspect, watch {
      throw ValidationError("--inspect cannot be combined with --watch: a server keeps its driver")
    }
    if inspect, !redactedProperties.isEmpty {
      throw ValidationError("--inspect redacts by --redact only, not by --redact-property")
    }
  }

  func run() throws {
    if inspect { return try runInspected() }
    let process = try PromptProcess.prepare()
    if watch, process == nil { printError("--watch has no effect: no temporary files can be made") }
    let redactor = try makeRedactor(redactions, secrets: redactedProperties)
    // A prompt shows external work when it arrives.
    StoreExecutor.processWide?.externalWork?.holdsUntilSettled = false
    // A rebuilt driver may not have the feature any more. Then the line that opens it fails.
    let opened = try process?.isReload == true ? nil : feature.map(Catalog.feature(named:))
    let environment = ProcessInfo.processInfo.environment
    let palette = colors.palette(for: STDOUT_FILENO)
    if let after { return try startAfterScript(after, redactor, palette, process) }
    // A recording finds `@file` in its own directory, so the session must too.
    let directory = record.map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
    let files = directory.map(DirectoryFiles.init) ?? .current
    let session = Session(
      catalog: Catalog.all, receiveMode: .immediate, context: context,
      files: files, environment: environment)
    if let clockStep { session.clockStep = clockStep.duration }
    let prompt = Prompt.makePrompt(
      session, opening: opened?.name, recorder: try recorder(redactor, process),
      redactor: redactor, palette: palette, process: process, reloadsItself: watch)
    let opening =
      prompt.source.isInteractive
      ? self.startupOptions(of: opened, environment) : Prompt.StartupOptions()
    try throwIfFailed(
      prompt, prompt.run(first: opened.map { Line(.feature, $0.name) }, opening: opening))
  }

  /// Opens the prompt in the state after a script.
  private func startAfterScript(
    _ after: String, _ redactor: Redactor, _ palette: Palette, _ process: PromptProcess?
  ) throws {
    let location = ScriptLocation(after)
    let (path, line) = (location.path, location.line)
    let prelude = try PreludeScript(location)
    let count = prelude.script.source.lines.count
    if let line, line > count {
      throw ValidationError("\(path) has \(counted(count, "line")), not \(line)")
    }
    let recorder = try recorder(redactor, process)
    StoreExecutor.processWide?.externalWork?.holdsUntilSettled = true
    let log = OutcomeLog()
    var stepper = prelude.makeStepper(isStrict: false) { log.record($0) }
    let stop = stepper.run(to: line ?? count)
    StoreExecutor.processWide?.externalWork?.holdsUntilSettled = false
    let prompt = Prompt.makePrompt(
      stepper.session, opening: stepper.session.featureName, recorder: recorder, redactor: redactor,
      palette: palette, process: process, reloadsItself: watch)
    prompt.continueRecording(prelude.script, at: path, log)
    if let clockStep { stepper.session.clockStep = clockStep.duration }
    // From here on received actions are applied immediately, as at any prompt.
    stepper.session.switchToImmediateMode()
    var greeting: [String] = []
    if case .failed = stop {
      greeting = [palette.escapedText(of: PrettyReporter.lines(for: stepper.result))]
    }
    prompt.hasFailed = !greeting.isEmpty
    if let externalInput = stepper.session.poll() {
      prompt.recording.record(externalInput)
      greeting += OutcomeFormatter.lines(for: externalInput).map(OutputEscaping.encode)
    }
    if process?.isReload == true { greeting.forEach(prompt.source.print) }
    try throwIfFailed(
      prompt, prompt.run(first: nil, opening: Prompt.StartupOptions(greeting: greeting)))
  }

  private func throwIfFailed(_ prompt: Prompt, _ hasPassed: Bool) throws {
    if prompt.recording.hasFailed { throw ExitStatus.usage }
    // A mistyped line at a terminal does not fail the session; in a pipe it does.
    if prompt.source.isInteractive { return }
    if prompt.hasCrashed { throw ExitStatus.crashed }
    if !hasPassed { throw ExitStatus.failed }
  }

  /// Returns the recorder of `--record`. A new run of the program continues the file itself.
  private func recorder(_ redactor: Redactor, _ process: PromptProcess?) throws -> Recorder? {
    if process?.isRestarted == true { return nil }
    return try record.map { try Recorder(path: $0, overwriting: overwrite, redactor: redactor) }
  }

  /// Returns the startup options at a terminal. They do not apply to a pipe.
  private func startupOptions(
    of feature: (any DrivenFeature)?, _ environment: [String: String]
  ) -> Prompt.StartupOptions {
    let history = PromptHistory(environment).path(for: feature?.name)
    let greeting = WelcomeMessage.lines(
      opening: feature, from: Catalog.listed,
      isFirst: WelcomeMessage.isFirstStart(history: history),
      tool: DriverName.command)
    let (startup, notes) = skipsStartupFile ? (nil, []) : StartupFile.find(environment)
    return Prompt.StartupOptions(greeting: greeting + notes, startup: startup)
  }
}

extension ContextChoice: ExpressibleByArgument {
  package init?(argument: String) {
    guard let choice = try? Self(parsing: argument) else { return nil }
    self = choice
  }

  package static var allValueStrings: [String] {
    RunContext.allCases.map(\.rawValue) + [#"preview "PRESET""#]
  }
}

/// The duration of `--round`.
struct ClockStep: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    guard let duration = try? ValueSyntax().read(argument[...], as: Duration.self),
      duration >= .milliseconds(1)
    else { return nil }
    self.duration = duration
  }
}
