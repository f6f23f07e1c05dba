import Foundation
import MachoReporting
import MachoScripting
import MachoSessions
import MachoTerminal

extension Prompt {
  /// A prompt over a session, with the line editor or the pipe that its lines come from; its history
  /// is that of a feature.
  static func make(
    _ session: Session, for feature: String?, recorder: Recorder? = nil, redactor: Redactor,
    palette: Palette
  ) -> Prompt {
    let environment = ProcessInfo.processInfo.environment
    let mailbox = Mailbox<Message>()
    session.whenArriving { mailbox.post(.arrival) }
    var configuration = LineSourceConfiguration(asking: mailbox, palette)
    var history = PromptHistory(environment)
    configuration.historyPath = history.change(to: feature)
    return Prompt(
      session: session,
      recording: SessionRecording(session, recorder: recorder, redactor: redactor),
      mailbox: mailbox, source: makeLineSource(configuration), environment: environment,
      history: history, palette: palette)
  }
}
