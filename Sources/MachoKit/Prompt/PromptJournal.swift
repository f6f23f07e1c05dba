import Foundation
import MachoScripting
import MachoSessions
import MachoSystem

/// What a prompt did, in an unnamed file that a new run of the program reads after a crash.
///
/// Each entry is written before it runs and its result afterwards, each with one system call. The
/// last entry without a result is the one that crashed.
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

  /// What an entry did, as far as repeating it cannot tell.
  struct Result: Codable, Equatable {
    /// The code of the failure.
    var failure: String?
    /// The number of actions of the history that are in force.
    var position: Int
    /// The file that is being recorded, and how much of it is complete.
    var recording: SessionRecording.FileState?
    /// The actions of a live store, which are not sent again, and their lines of the recording.
    var liveActions: [LiveAction]?
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
  }

  let descriptor: Int32
  /// Called with the number of the first error. Nothing is written after it, because what follows a
  /// gap would restore another session.
  var onError: (Int32) -> Void = { _ in }
  private var hasFailed = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  // MARK: Writing

  func recordScript(_ text: String) { append(.script(text)) }
  func recordStart() { append(.start) }
  func recordReady() { append(.ready) }
  func begin(_ entry: Entry) { append(.begin(entry)) }
  func end(_ result: Result) { append(.end(result)) }

  private func append(_ record: Record) {
    guard !hasFailed, let bytes = try? JSONEncoder().encode(record) else { return }
    let error = tryWriting(Array(bytes) + [UInt8(ascii: "\n")], to: descriptor)
    guard error != 0 else { return }
    hasFailed = true
    onError(error)
  }

  // MARK: Reading

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
  }

  /// Passes the completed entries with their results to `body`, one at a time: the journal of a long
  /// session need not fit in memory.
  @discardableResult
  func read(_ body: (Entry, Result) -> Void = { _, _ in }) -> Ending {
    var ending = Ending()
    let decoder = JSONDecoder()
    var lines = LineBuffer()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var offset: off_t = 0
    while case let count = pread(descriptor, &buffer, buffer.count, offset), count > 0 {
      offset += off_t(count)
      lines.consume(buffer[..<count]) { line in
        guard let record = try? decoder.decode(Record.self, from: Data(line.utf8)) else { return }
        switch record {
        case .script(let text): ending.script = text
        case .start: (ending.isReady, ending.interrupted) = (false, nil)
        case .ready: ending.isReady = true
        case .begin(let entry):
          ending.interrupted = entry
          ending.consumedCount = entry.consumedCount ?? ending.consumedCount
        case .end(let result):
          if let entry = ending.interrupted { body(entry, result) }
          ending.interrupted = nil
        }
      }
    }
    return ending
  }
}
