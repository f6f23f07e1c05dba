import IssueReporting
import MachoDiff
import MachoLocks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Writes the actions of a running store to a file, as one `RecordedEntry` in a line.
///
/// Each entry is one write, so that a crash leaves all earlier entries complete. The first error is
/// reported as an issue and ends the recording after the last complete entry.
package final class ActionRecording: Sendable {
  private struct Contents: Sendable {
    /// `nil` before the first action and after an error.
    var file: RecordingFile?
    var hasStarted = false
    /// Whether the reducer is running. Values that effects request are not recorded.
    var isReducing = false
    /// The dependency values that the reducer received since the last action.
    var values = RecordedEntry.Values()
    /// The time since the first action. `nil` if the recording has no times.
    var elapsed: (@Sendable () -> Duration)?
  }

  private let path: String
  private let feature: String
  private let redact: @Sendable (String) -> String
  private let contents = Lock(Contents())

  /// Creates a recording, which opens the file when the first action is reduced.
  package init(path: String, feature: String, redact: @escaping @Sendable (String) -> String) {
    self.path = path
    self.feature = feature
    self.redact = redact
  }

  deinit { contents.withLock { $0.file?.close() } }

  /// Records that the reducer is running. The first call opens the file and writes the initial
  /// state.
  func beginReducing(from state: some Any) {
    let isFirst = contents.withLock { contents in
      defer { contents.hasStarted = true }
      contents.isReducing = true
      return !contents.hasStarted
    }
    guard isFirst else { return }
    let text = RecordedEntry.opening(feature: feature, state: redact(stateText(state))).line
    let error = contents.withLock { contents in
      let (file, error) = RecordingFile.create(path, beginningWith: text)
      contents.file = file
      return error
    }
    if error != 0 { report(error) }
  }

  /// Writes a change of shared values that no action made. The effect that made it does not run when
  /// the recording is imported.
  func recordModification(_ diff: String) { write(RecordedEntry(modification: redact(diff))) }

  /// Starts to measure the time between entries by a clock, unless it does already.
  package func measureTime(by clock: some Clock<Duration>) {
    let start = clock.now
    contents.withLock { contents in
      if contents.elapsed == nil { contents.elapsed = { start.duration(to: clock.now) } }
    }
  }

  /// The time since the first action, in milliseconds.
  private var time: Int? {
    // Rounded up: what a sleep ends comes after its time.
    contents.withLock { $0.elapsed }.map { Int(($0() / .milliseconds(1)).rounded(.up)) }
  }

  /// Writes a reduced action, with the recorded dependency values.
  func recordAction(_ action: some Any) {
    let time = self.time
    let values = contents.withLock { contents in
      defer { contents.values = RecordedEntry.Values() }
      contents.isReducing = false
      return contents.values
    }
    write(RecordedEntry(action: redact(stateText(action)), values: values, time: time))
  }

  /// Writes a call of a synchronous endpoint, with the text of its value or of its error.
  package func recordCall(_ call: String, returned: String?, threw: String?) {
    write(
      RecordedEntry(call: redact(call), returned: returned.map(redact), threw: threw.map(redact)))
  }

  /// Writes a call with its response, as an `answer` line contains them.
  package func recordAnswer(_ answer: String) {
    write(RecordedEntry(answer: redact(answer), time: time))
  }

  /// Writes why a script may differ.
  package func recordRemark(_ remark: String) { write(RecordedEntry(remark: redact(remark))) }

  /// Replaces `uuid`, `date` and `withRandomNumberGenerator` with generators that record their
  /// values.
  func installGenerators(_ values: inout DependencyValues) {
    let (uuid, date, random) = (values.uuid, values.date, values.withRandomNumberGenerator)
    values.uuid = UUIDGenerator {
      let uuid = uuid()
      self.record { $0.uuid = ($0.uuid ?? []) + [self.redact(uuid.uuidString)] }
      return uuid
    }
    values.date = DateGenerator {
      let now = date.now
      self.record { $0.date = ($0.date ?? []) + [now.timeIntervalSinceReferenceDate] }
      return now
    }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      RecordingNumberGenerator {
        let number = random { $0.next() }
        self.record { $0.random = ($0.random ?? []) + [number] }
        return number
      })
  }

  private func record(_ body: (inout RecordedEntry.Values) -> Void) {
    contents.withLock { if $0.isReducing { body(&$0.values) } }
  }

  private func write(_ entry: RecordedEntry) {
    let error = contents.withLock { contents in
      guard let error = contents.file?.append(entry.line), error != 0 else { return Int32(0) }
      contents.file?.close()
      contents.file = nil
      return error
    }
    if error != 0 { report(error) }
  }

  private func report(_ error: Int32) {
    reportIssue("Cannot write the recording to \(path): \(String(cString: strerror(error)))")
  }
}

/// A random number generator backed by a closure.
private struct RecordingNumberGenerator: RandomNumberGenerator, Sendable {
  let nextNumber: @Sendable () -> UInt64

  func next() -> UInt64 { nextNumber() }
}
