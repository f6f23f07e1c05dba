import MachoScripting
import MachoSessions

extension Prompt {
  /// What a prompt at a terminal begins with.
  struct StartupOptions {
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
  func start(_ opening: StartupOptions) -> Bool {
    if !opening.greeting.isEmpty { source.print(opening.greeting.joined(separator: "\n")) }
    guard let startup = opening.startup else { return true }
    let lines = logicalLines(of: startup.text).filter { !Self.isCommentOrOutput($0.text) }.map {
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
  func runDeferredLines() -> Bool {
    guard !deferredStartupLines.isEmpty, session.storeName != nil else { return true }
    let lines = deferredStartupLines
    deferredStartupLines = []
    return run(lines)
  }

  /// Runs lines that nobody sees being typed, so that an error says where it is from.
  private func run(_ lines: [StartupLine]) -> Bool {
    for line in lines {
      let hadFeature = session.storeName != nil
      let outcome = perform(line.text)
      if outcome.failure?.code == "no-feature", !hadFeature {
        recording.discardAnnouncement()
        deferredStartupLines.append(line)
        continue
      }
      if outcome.failure != nil { source.print("\(line.file):\(line.number):") }
      guard handle(outcome, depth: 0) else { return false }
      if session.interrupt.isRequested { break }
    }
    return true
  }

  /// Whether a line is a comment or a script's output.
  static func isCommentOrOutput(_ text: String) -> Bool {
    text.hasPrefix("#") || text.hasPrefix("|")
  }
}
