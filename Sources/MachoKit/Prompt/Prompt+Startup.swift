import MachoScripting
import MachoSessions

extension Prompt {
  /// What a prompt at a terminal begins with.
  struct Opening {
    /// What a person is told before anything is typed.
    var greeting: [String] = []
    /// What is run then.
    var startup: StartupFile?
  }

  /// A line of a startup file.
  struct StartupLine {
    var file: String
    var number: Int
    var text: String
  }

  /// Greets, and runs the startup file; whether to go on.
  func begin(_ opening: Opening) -> Bool {
    if !opening.greeting.isEmpty { source.print(opening.greeting.joined(separator: "\n")) }
    guard let startup = opening.startup else { return true }
    let lines = logicalLines(of: startup.text).filter { !Self.isNoCommand($0.text) }.map {
      StartupLine(file: startup.name, number: $0.number, text: normalizedLine($0.text))
    }
    if !lines.isEmpty {
      source.print("ran \(startup.name) (\(lines.count) line\(lines.count == 1 ? "" : "s"))")
    }
    // From here on Ctrl-C is for them.
    session.interrupt.open()
    return run(lines)
  }

  /// Runs the lines of a startup file that wait for a feature, if one is open by now.
  func runWaitingLines() -> Bool {
    guard !linesThatWait.isEmpty, session.storeName != nil else { return true }
    let lines = linesThatWait
    linesThatWait = []
    return run(lines)
  }

  /// Runs lines that nobody sees being typed, so that an error says where it is from.
  private func run(_ lines: [StartupLine]) -> Bool {
    for line in lines {
      let hadFeature = session.storeName != nil
      let outcome = perform(line.text)
      if outcome.failure?.code == "no-feature", !hadFeature {
        recording.forget()
        linesThatWait.append(line)
        continue
      }
      if outcome.failure != nil { source.print("\(line.file):\(line.number):") }
      guard finish(outcome, depth: 0) else { return false }
      if session.interrupt.isRequested { break }
    }
    return true
  }

  /// Whether a line is a comment or a script's output.
  static func isNoCommand(_ text: String) -> Bool { text.hasPrefix("#") || text.hasPrefix("|") }
}
