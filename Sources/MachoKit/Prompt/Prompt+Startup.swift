import MachoReporting
import MachoScripting
import MachoSessions

extension Prompt {
  /// What a prompt at a terminal does at startup.
  struct StartupOptions {
    /// The lines to print before any input.
    var greeting: [String] = []
    /// The startup file to run.
    var startup: StartupFile?
  }

  /// A line of a startup file.
  struct StartupLine {
    var file: String
    var number: Int
    var line: Line
  }

  /// Prints the welcome message and runs the startup file. Returns whether the prompt continues.
  func start(_ opening: StartupOptions) -> Bool {
    if !opening.greeting.isEmpty { source.print(opening.greeting.joined(separator: "\n")) }
    guard let startup = opening.startup else { return true }
    let lines = Self.lines(of: startup)
    if !lines.isEmpty {
      source.print("ran \(startup.name) (\(counted(lines.count, "line")))")
    }
    // From here on Ctrl-C interrupts these lines.
    session.interrupt.open()
    return run(lines)
  }

  /// The lines of a startup file that run.
  static func lines(of startup: StartupFile) -> [StartupLine] {
    logicalLines(of: startup.text).filter { !isCommentOrOutput($0.text) }.map {
      StartupLine(file: startup.name, number: $0.number, line: Line(normalizedLine($0.text)))
    }
  }

  /// Runs the startup lines that were deferred until a feature is open. Returns whether the prompt
  /// continues.
  func runDeferredLines() -> Bool {
    guard !deferredStartupLines.isEmpty, session.storeName != nil else { return true }
    let lines = deferredStartupLines
    deferredStartupLines = []
    return run(lines)
  }

  /// Runs lines of a startup file. They are not echoed, so each error is printed with its location.
  private func run(_ lines: [StartupLine]) -> Bool {
    runEach(lines, of: lines.first?.file) { line in
      let hadFeature = session.storeName != nil
      func isDeferred(_ outcome: Outcome) -> Bool {
        outcome.failure?.code == "no-feature" && !hadFeature
      }
      loop.startEntry()
      let result = perform(line.line, at: line) { !isDeferred($0) }
      if isDeferred(result.outcome) {
        deferredStartupLines.append(line)
        return true
      }
      if result.outcome.failure != nil { source.print("\(line.file):\(line.number):") }
      return show(result) && runSourcedSteps()
    }
  }

  /// Whether a line is a comment or expected output.
  static func isCommentOrOutput(_ text: String) -> Bool {
    text.hasPrefix("#") || text.hasPrefix("|")
  }
}
