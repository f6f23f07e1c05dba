import Foundation
import MachoExploration
import MachoReporting
import MachoScripting
import MachoSessions
import MachoSystem
import MachoTerminal

extension Prompt {
  /// Creates a prompt over a session, with the line editor at a terminal or else a plain line
  /// source. `feature` is open or will be opened first.
  static func makePrompt(
    _ session: Session, opening feature: String? = nil, keepsHistory: Bool = true,
    recorder: Recorder? = nil, redactor: Redactor, palette: Palette, process: PromptProcess?,
    reloadsItself: Bool = false
  ) -> Prompt {
    let environment = ProcessInfo.processInfo.environment
    let mailbox = Mailbox<Message>()
    session.onExternalWork { mailbox.post(.externalInput) }
    session.enableExploring()
    var configuration = LineSourceConfiguration(mailbox: mailbox, palette)
    configuration.inputCopy = process?.inputCopy
    // PERFORMANCE: finding the file resolves its directories for each line.
    let keepsHistory = keepsHistory && configuration.usesLineEditor
    var history = keepsHistory ? PromptHistory(environment) : nil
    configuration.historyPath = history?.change(to: feature)
    return Prompt(
      session: session,
      recording: SessionRecording(session, recorder: recorder, redactor: redactor),
      mailbox: mailbox, source: makeLineSource(configuration), environment: environment,
      history: history, palette: palette, process: process, reloadsItself: reloadsItself)
  }
}
