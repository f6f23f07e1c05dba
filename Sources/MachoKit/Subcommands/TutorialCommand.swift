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
    StoreExecutor.processWide?.monitorsOtherThreads = false
    let session = Session(
      catalog: [Tutorial.feature], taking: .immediate, files: DirectoryFiles.current)
    let prompt = Prompt.makePrompt(
      session, keepsHistory: false, redactor: try Redactor(patterns: [], properties: []),
      palette: colors.palette(for: STDOUT_FILENO))
    let tutorial = Tutorial()
    tutorial.observe(session)
    prompt.guide = tutorial
    _ = prompt.run(
      first: "feature " + Tutorial.feature.name,
      opening: Prompt.StartupOptions(greeting: [tutorial.introduction]))
    if tutorial.isDone { try finish(tutorial) }
  }

  /// Runs what was saved, as a test.
  private func finish(_ tutorial: Tutorial) throws {
    let tool = CommandLineRun.executableName
    if let path = tutorial.savedPath, Catalog.hasTutorial {
      printLines("#\n# Now it is a test, as you would run it:\n#\n$ \(tool) test \(path)")
      let test = try TestCommand.parse([path])
      try test.run()
    }
    let example = Catalog.listed.first.map { " \($0.name)" } ?? ""
    printLines(
      """
      #
      # That is all. '\(tool) repl\(example)' opens a prompt, 'help' there says
      # the rest, and '\(tool) init' begins with features of your own.
      """)
  }

  /// Writes at once: the test writes around every buffer.
  private func printLines(_ text: String) {
    FileHandle.standardOutput.write(Data((text + "\n").utf8))
  }
}
