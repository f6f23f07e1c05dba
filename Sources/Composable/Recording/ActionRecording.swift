import IssueReporting
import MachoDiff
import MachoLocks

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Writes the actions of a running store to a file, in the syntax of macho scripts.
///
/// Each action is one write, so that a crash leaves all earlier actions complete. The first error is
/// reported as an issue and ends the recording after the last complete action.
final class ActionRecording: Sendable {
  private struct Contents: Sendable {
    /// `nil` before the first action and after an error.
    var file: RecordingFile?
    var hasStarted = false
    /// Whether the reducer is running. Values that effects request are not recorded.
    var isReducing = false
    /// The dependency values that the reducer received since the last action, in script syntax.
    var values: [(endpoint: String, value: String)] = []
  }

  private let path: String
  private let feature: String
  private let redact: @Sendable (String) -> String
  private let contents = Lock(Contents())

  init(path: String, feature: String, redact: @escaping @Sendable (String) -> String) {
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
    let header =
      "#!macho 1\n# recorded by an app: 'macho import' converts it to a script\n"
      + "feature \(feature)\nstart \(stateText(state))\n"
    let text = redact(header)
    let error = contents.withLock { contents in
      let (file, error) = RecordingFile.create(path, beginningWith: text)
      contents.file = file
      return error
    }
    if error != 0 { report(error) }
  }

  /// Writes a change of shared values that no action made, as a comment: the effect that made it
  /// does not run when the recording is imported.
  func recordModification(_ diff: String) {
    let lines = diff.split(separator: "\n", omittingEmptySubsequences: false).map { "#   \($0)\n" }
    write("# changed without an action:\n\(lines.joined())")
  }

  /// Writes a reduced action, preceded by the stubs that reproduce the recorded dependency values.
  func recordAction(_ action: some Any) {
    let values = contents.withLock { contents in
      defer { contents.values = [] }
      contents.isReducing = false
      return contents.values
    }
    var stubs = ""
    for endpoint in ["uuid", "date.now", "random"] {
      let recorded = values.filter { $0.endpoint == endpoint }.map(\.value)
      if !recorded.isEmpty {
        stubs += "stub \(endpoint) -> \(recorded.joined(separator: ", then "))\n"
      }
    }
    write(stubs + "send \(stateText(action))\n")
  }

  /// Replaces `uuid`, `date` and `withRandomNumberGenerator` with generators that record their
  /// values.
  func installGenerators(_ values: inout DependencyValues) {
    let (uuid, date, random) = (values.uuid, values.date, values.withRandomNumberGenerator)
    values.uuid = UUIDGenerator {
      let uuid = uuid()
      self.recordValue("uuid", "UUID(\"\(uuid.uuidString)\")")
      return uuid
    }
    values.date = DateGenerator {
      let now = date.now
      let seconds = now.timeIntervalSinceReferenceDate
      self.recordValue("date.now", "Date(timeIntervalSinceReferenceDate: \(seconds))")
      return now
    }
    values.withRandomNumberGenerator = WithRandomNumberGenerator(
      RecordingNumberGenerator {
        let number = random { $0.next() }
        self.recordValue("random", "\(number)")
        return number
      })
  }

  private func recordValue(_ endpoint: String, _ value: String) {
    contents.withLock { if $0.isReducing { $0.values.append((endpoint, value)) } }
  }

  private func write(_ text: String) {
    let text = redact(text)
    let error = contents.withLock { contents in
      guard let error = contents.file?.append(text), error != 0 else { return Int32(0) }
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
