import ArgumentParser
import Composable
import Foundation
import MachoScripting
import MachoSessions
import MachoTerminal

struct TutorialCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tutorial", abstract: "Learn the prompt in two minutes, at a counter.",
    discussion: """
      It says what to type, and the prompt runs it as it runs any line. At the end what was done is a \
      script, and the script is run. Ctrl-D leaves at any time. Without a terminal it reads lines \
      from standard input.
      """)

  @OptionGroup var colors: ColorOptions

  func run() throws {
    StoreExecutor.adopted?.watchesOtherThreads = false
    let mailbox = Mailbox<Prompt.Message>()
    let session = Session(
      catalog: [Tutorial.feature], taking: .atOnce, files: DirectoryFiles.current)
    session.whenArriving { mailbox.post(.arrival) }
    let palette = colors.palette(for: STDOUT_FILENO)
    let recording = SessionRecording(
      session, recorder: nil, redactor: try Redactor(patterns: [], properties: []))
    let prompt = Prompt(
      session: session, recording: recording, mailbox: mailbox,
      source: makeLineSource(LineSourceConfiguration(asking: mailbox, palette)),
      environment: ProcessInfo.processInfo.environment, history: nil, palette: palette)
    let tutorial = Tutorial()
    tutorial.watch(session)
    prompt.guide = tutorial
    _ = prompt.run(
      first: "feature " + Tutorial.feature.name,
      opening: Prompt.Opening(greeting: [tutorial.introduction]))
    if tutorial.isDone { try end(tutorial) }
  }

  /// Runs what was saved, as a test.
  private func end(_ tutorial: Tutorial) throws {
    let tool = CommandLineRun.toolName
    if let path = tutorial.savedPath, Catalog.hasTutorial {
      say("#\n# Now it is a test, as you would run it:\n#\n$ \(tool) test \(path)")
      let test = try TestCommand.parse([path])
      try test.run()
    }
    let example = Catalog.listed.first.map { " \($0.name)" } ?? ""
    say(
      """
      #
      # That is all. '\(tool) repl\(example)' opens a prompt, 'help' there says
      # the rest, and '\(tool) init' begins with features of your own.
      """)
  }

  /// Writes at once: the test writes around every buffer.
  private func say(_ text: String) { FileHandle.standardOutput.write(Data((text + "\n").utf8)) }
}
