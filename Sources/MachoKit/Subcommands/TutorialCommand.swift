import ArgumentParser
import Composable
import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoTerminal

struct TutorialCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tutorial", abstract: "Learn the prompt in two minutes, at a counter.",
    discussion: """
      It tells you what to type at a real prompt. At the end the session is saved as a script, which \
      is run as a test. Ctrl-D exits at any time. Without a terminal it reads lines from standard \
      input.
      """)

  @OptionGroup var colors: ColorOptions

  func run() throws {
    let process = try PromptProcess.prepare()
    StoreExecutor.processWide?.externalWork?.holdsUntilSettled = false
    let session = Session(
      catalog: [Tutorial.feature], receiveMode: .immediate, files: DirectoryFiles.current)
    let prompt = Prompt.makePrompt(
      session, keepsHistory: false, redactor: try Redactor(patterns: [], properties: []),
      palette: colors.palette(for: STDOUT_FILENO), process: process)
    let tutorial = Tutorial()
    tutorial.observe(session)
    prompt.guide = tutorial
    _ = prompt.run(
      first: Line(.feature, Tutorial.feature.name),
      opening: Prompt.StartupOptions(greeting: [tutorial.introduction]))
    if tutorial.isDone { try finish(tutorial) }
  }

  /// Runs the saved script as a test.
  private func finish(_ tutorial: Tutorial) throws {
    let tool = DriverName.command
    if let path = tutorial.savedPath, Catalog.hasTutorial {
      printLines("#\n# Now run it as a test:\n#\n$ \(tool) test \(path)")
      let test = try TestCommand.parse([path])
      try test.run()
    }
    let example = Catalog.listed.first.map { " \($0.name)" } ?? ""
    printLines(
      """
      #
      # That is all. '\(tool) repl\(example)' opens a prompt, 'help' there
      # lists the verbs, and '\(tool) init' creates a driver of your own.
      """)
  }

  private func printLines(_ text: String) { StandardOutput.print(text) }
}
