import Foundation
import MachoScripting
import MachoSessions
import MachoSystem

/// What a prompt did, in an unnamed file that a new run of the program reads after a crash, or to
/// continue in a rebuilt driver.
///
/// Each entry is written before it runs and its result afterwards, each with one system call. The
/// last entry without a result is the one that crashed. A rebuilt driver writes the entries that it
/// repeats again, with their new results: they begin another segment of the file.
final class PromptJournal {
  /// Something that a prompt does.
  struct Entry: Codable, Equatable {
    enum Kind: String, Codable {
      /// A command: typed, pasted or of a sourced script.
      case command
      /// A command of the startup file.
      case startup
      /// A comment or phase, which is only recorded.
      case comment
      /// A verb of the debugger.
      case debugger
      /// An entry for the guide of a tutorial.
      case guide
      /// External work that completed between two lines.
      case external
      /// An entry of an earlier run that crashed. Its text is what the recording contains.
      case crashed
    }

    var kind: Kind
    var text: String
    /// The location of a command of the startup file.
    var file: String?
    var number: Int?
    /// What a crash of a command skips, as text.
    var skipped: String?
    /// Whether the entry of an earlier run trapped or exited, and was not interrupted.
    var isCrash: Bool?
    /// How many bytes of a pipe were consumed, up to the end of this entry.
    var consumedCount: Int?
  }

  /// The result of an entry: what repeating the entry does not restore.
  struct Result: Codable, Equatable {
    /// The code of the failure.
    var failure: String?
    /// The number of actions of the history that are in force.
    var position: Int
    /// The file that is being recorded, and how much of it is complete.
    var recording: SessionRecording.FileState?
    /// The actions of a live store, which are not sent again.
    var liveActions: [LiveAction]?
    /// What a recording contains of the entry. `nil` if it has no outcome.
    var transcript: String?
    /// The number of effects in flight in a live store.
    var liveEffects: Int?
  }

  private enum Record: Codable {
    /// The text of the script that is debugged, before anything changed it.
    case script(String)
    /// A run of the program begins.
    case start
    /// The session is as it was.
    case ready
    case begin(Entry)
    case end(Result)
    /// A rebuilt driver begins to repeat the entries of the last segment.
    case reload
    /// It has repeated all of them, or has stopped.
    case repeated(isComplete: Bool)
  }

  let descriptor: Int32
  /// Called with the number of the first error. Nothing is written after it, because what follows a
  /// gap would restore another session.
  var onError: (Int32) -> Void = { _ in }
  /// Whether a record could not be written.
  private(set) var hasFailed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  // MARK: Writing

  func recordScript(_ text: String) { append(.script(text)) }
  func recordStart() { append(.start) }
  func recordReady() { append(.ready) }
  func begin(_ entry: Entry) { append(.begin(entry)) }
  func end(_ result: Result) { append(.end(result)) }
  func recordReload() { append(.reload) }
  func recordRepeated(isComplete: Bool) { append(.repeated(isComplete: isComplete)) }

  private func append(_ record: Record) {
    guard !hasFailed, let bytes = try? JSONEncoder().encode(record) else { return }
    let error = tryWriting(Array(bytes) + [UInt8(ascii: "\n")], to: descriptor)
    guard error != 0 else { return }
    hasFailed = true
    onError(error)
  }

  // MARK: Reading

  /// The entries since a driver started to run them, in a range of the file.
  struct Segment: Equatable {
    var range: Range<off_t>
    /// The number of its entries.
    var count = 0
    /// The number of actions of the history that are in force after its last entry.
    var position = 0
    /// The file that its last entry recorded, and the index of the entry since which it is recorded.
    var recording: SessionRecording.FileState?
    var recordingStart = 0
    /// Whether a rebuilt driver has stopped before it had repeated all entries of the segment before,
    /// and the session has not changed since. Then the next one repeats the segment before.
    var isProvisional = false
  }

  /// What a journal contains besides the completed entries.
  struct Ending {
    /// The script that is debugged.
    var script: String?
    /// Whether the last run has restored the session.
    var isReady = false
    /// The entry that the last run did not complete.
    var interrupted: Entry?
    /// The number of bytes of a pipe that all entries have consumed.
    var consumedCount = 0
    /// The last segment.
    fileprivate(set) var segment = Segment(range: 0..<0)
    /// The last segment before it that is not provisional.
    fileprivate var base = Segment(range: 0..<0)
    /// The number of entries that the last run has begun to repeat in a rebuilt driver. `nil` if it did
    /// not, or has finished.
    fileprivate(set) var repeatedCount: Int?

    /// The file that is being recorded. After a crash, a rebuilt driver may not have come to it.
    var recording: SessionRecording.FileState? {
      segment.recording ?? (repeatedCount == nil ? nil : base.recording)
    }

    /// The segment that a rebuilt driver repeats, or was repeating.
    var repeatedSegment: Segment {
      segment.isProvisional || repeatedCount != nil ? base : segment
    }
  }

  /// Reads the whole file.
  func readEnding() -> Ending {
    var ending = Ending()
    forEachRecord(in: 0..<off_t.max) { record, range in
      ending.segment.range = ending.segment.range.lowerBound..<range.upperBound
      switch record {
      case .script(let text): ending.script = text
      case .start: (ending.isReady, ending.interrupted) = (false, nil)
      case .ready: ending.isReady = true
      case .begin(let entry):
        ending.interrupted = entry
        ending.consumedCount = entry.consumedCount ?? ending.consumedCount
        ending.repeatedCount? += 1
      case .end(let result):
        if let entry = ending.interrupted { ending.segment.add(entry, result) }
        ending.interrupted = nil
      case .reload:
        ending.base = ending.repeatedSegment
        ending.segment = Segment(range: range.upperBound..<range.upperBound)
        ending.repeatedCount = 0
      case .repeated(let isComplete):
        ending.segment.isProvisional = !isComplete
        ending.repeatedCount = nil
      }
    }
    return ending
  }

  /// Passes the completed entries of a segment with their results to `body`, one at a time: the journal
  /// of a long session need not fit in memory.
  func read(_ segment: Segment, _ body: (Entry, Result) -> Void) {
    var last: Entry?
    forEachRecord(in: segment.range) { record, _ in
      switch record {
      case .start: last = nil
      case .begin(let entry): last = entry
      case .end(let result):
        if let entry = last { body(entry, result) }
        last = nil
      case .script, .ready, .reload, .repeated: break
      }
    }
  }

  /// Passes the records in a range of the file to `body`, each with its own range.
  private func forEachRecord(
    in range: Range<off_t>, _ body: (Record, Range<off_t>) -> Void
  ) {
    let decoder = JSONDecoder()
    var lines = LineBuffer()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var (offset, start) = (range.lowerBound, range.lowerBound)
    while offset < range.upperBound {
      let length = Int(min(off_t(buffer.count), range.upperBound - offset))
      let count = pread(descriptor, &buffer, length, offset)
      guard count > 0 else { return }
      offset += off_t(count)
      lines.consume(buffer[..<count]) { line in
        let end = start + off_t(line.utf8.count) + 1
        defer { start = end }
        guard let record = try? decoder.decode(Record.self, from: Data(line.utf8)) else { return }
        body(record, start..<end)
      }
    }
  }
}

extension PromptJournal.Segment {
  fileprivate mutating func add(_ entry: PromptJournal.Entry, _ result: PromptJournal.Result) {
    if result.recording?.path != recording?.path { recordingStart = count }
    recording = result.recording
    count += 1
    if isProvisional, result.position != position || entry.changesSession(result) {
      isProvisional = false
    }
    position = result.position
  }
}

extension PromptJournal.Entry {
  /// Whether the entry may have changed the session, even if the position is the same.
  fileprivate func changesSession(_ result: PromptJournal.Result) -> Bool {
    switch kind {
    case .crashed: return false
    case .comment, .debugger, .guide, .external: return true
    case .command, .startup:
      let line = Line(text)
      let form = line.command?.transcript
      let onlyReads = form == .excluded || form == .omitted || line.has(.readsState)
      return result.failure == nil && !onlyReads
    }
  }
}
