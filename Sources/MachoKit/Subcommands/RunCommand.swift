import ArgumentParser
import Foundation
import MachoScripting
import MachoSessions
import MachoTerminal

struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run a script and print it with what comes of it.",
    discussion: """
      What is printed is itself a script that passes 'macho test'. Received actions are taken as \
      they come, as at a prompt, and those of work outside the store within 2 seconds belong to the \
      line that started it. Exit status: 0 no command failed; 1 one did; 2 usage, or a script \
      that does not parse.
      """)

  @Argument(help: "The script; '-' reads standard input.")
  var script: String

  @Option(help: "test, preview or live.")
  var context: RunContext = .test

  @OptionGroup var colors: ColorOptions

  func run() throws {
    let parsed = try readScript(script)
    let output = takeStandardOutput()
    let palette = colors.palette(for: output)
    let transcript = FileHandle(fileDescriptor: output, closeOnDealloc: false)
    CrashNotes.install(output: output)
    var run = TranscriptRun(
      parsed, path: script, catalog: Catalog.all, context: context,
      environment: ProcessInfo.processInfo.environment,
      willRun: { step in
        // The transcript of a crash ends with the line that crashed.
        let place = "\(script):\(step.lines.lowerBound):  \(CrashNotes.excerpt(of: step.text))"
        CrashNotes.set(
          output: step.text + "\n", errors: "macho: the process crashed at \(place)\n")
      },
      write: { text in
        // At once and whole: a reducer that traps must not take what was printed with it.
        do {
          try transcript.write(contentsOf: Data(TranscriptLine.colored(text, palette).utf8))
        } catch {
          standardError("cannot write standard output: \(error.localizedDescription)")
          Foundation.exit(ExitStatus.usage.rawValue)
        }
        CrashNotes.set(errors: "")
      })
    let hasPassed = run.run()
    // As at a prompt such lines are answered and the script goes on; it does not parse all the
    // same.
    if !ScriptCheck.errors(in: parsed).isEmpty { throw ExitStatus.usage }
    if !hasPassed { throw ExitStatus.failed }
  }
}
