import MachoSessions
import MachoValues

/// Passes the events of a session to a consumer while the session runs.
package final class TimelineRecorder {
  /// The place of a command in a script.
  package struct Location {
    /// The path of the file.
    var file: String
    /// The line, counted from 1.
    var line: Int
    /// The title of the phase.
    var phase: String?

    /// Creates a location.
    package init(file: String, line: Int, phase: String? = nil) {
      self.file = file
      self.line = line
      self.phase = phase
    }
  }

  /// The maximum size of all events of a session, in bytes.
  package static let sizeLimit = 64 << 20

  /// The place of the next command. Default: `nil` (the command is not in a file).
  package var location: Location?
  private var builder = TimelineBuilder()
  private var remainingSize: Int
  private let write: (_ event: JSONValue, _ text: String) -> Void

  /// Creates a recorder that calls `write` with each event and its JSON on one line.
  ///
  /// After `limit` bytes, the last event is `truncated`.
  package init(
    limit: Int = TimelineRecorder.sizeLimit,
    write: @escaping (_ event: JSONValue, _ text: String) -> Void
  ) {
    remainingSize = limit
    self.write = write
  }

  /// The journal for the session.
  package private(set) lazy var journal = Journal { [unowned self] in record($0) }

  /// Records the stores that were open when the journal began.
  package func recordOpenStores() { record(builder.events(of: journal.takeOpenedStores())) }

  private func record(_ line: JournalLine) { record(builder.events(of: line, at: location)) }

  private func record(_ events: [JSONValue]) {
    for event in events where remainingSize > 0 {
      let text = event.text
      remainingSize -= text.utf8.count
      guard remainingSize > 0 else {
        let last: JSONValue = ["event": "truncated"]
        return write(last, last.text)
      }
      write(event, text)
    }
  }
}
