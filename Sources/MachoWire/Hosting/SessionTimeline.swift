import MachoScripting
import MachoSessions
import MachoValues

/// The timeline of a session from its first request on: the events that reports contain, too.
final class SessionTimeline {
  private var events: [JSONValue] = []
  private var sizes: [Int] = []
  private var recorder: TimelineRecorder?

  /// The maximum size of the events in one response, in bytes. A single event may be larger.
  private static let responseSize = 2 << 20

  /// Starts a timeline with the present state of the session's stores.
  init(_ session: Session) {
    let recorder = TimelineRecorder { [unowned self] event, text in
      events.append(event)
      sizes.append(text.utf8.count)
    }
    self.recorder = recorder
    session.journal = recorder.journal
    recorder.recordOpenStores()
  }

  /// Returns the events from an ordinal on, as many as a response may contain.
  func events(from start: Int) -> ArraySlice<JSONValue> {
    guard start < events.count else { return [] }
    var (end, size) = (start, 0)
    repeat {
      size += sizes[end]
      end += 1
    } while end < events.count && size + sizes[end] <= Self.responseSize
    return events[start..<end]
  }

  /// The number of events.
  var count: Int { events.count }
}
