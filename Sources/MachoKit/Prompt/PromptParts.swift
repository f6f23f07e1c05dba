import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoTerminal

extension Prompt {
  /// A prompt over a session, with the line editor or the pipe that its lines come from.
  static func make(
    _ session: Session, recorder: Recorder? = nil, redactor: Redactor, history: String?,
    palette: Palette
  ) -> Prompt {
    let mailbox = Mailbox<Message>()
    session.whenArriving { mailbox.post(.arrival) }
    var configuration = LineSourceConfiguration()
    configuration.historyPath = history
    configuration.entryRule = .promptLine
    configuration.completer = { mailbox.post(.completion($0, reply: $1)) }
    return Prompt(
      session: session,
      recording: SessionRecording(session, recorder: recorder, redactor: redactor),
      mailbox: mailbox, source: makeLineSource(configuration),
      environment: ProcessInfo.processInfo.environment, palette: palette)
  }
}

extension EntryRule {
  /// A line of the language, which goes on while a delimiter is open; one behind a backslash is whole.
  fileprivate static let promptLine = EntryRule {
    var reader: LogicalLineReader?
    return { line in
      if reader == nil, line.hasPrefix(#"\"#) { return true }
      var open = reader ?? LogicalLineReader()
      defer { reader = open }
      return open.completes(line)
    }
  }
}

/// Where the prompt's history is kept: one file a feature.
enum HistoryFile {
  static func path(for feature: String?) -> String? {
    let environment = ProcessInfo.processInfo.environment
    if let named = environment["MACHO_HISTORY"] { return named.isEmpty ? nil : named }
    return StateDirectory.url(environment)?
      .appendingPathComponent("history-" + (feature ?? "all")).path
  }
}
