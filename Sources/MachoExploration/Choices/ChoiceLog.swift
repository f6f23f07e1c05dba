/// A record of the present run in memory that another process can read after a crash.
///
/// The words are: the number of the run, the number of the following words, a number that changes with
/// each run, and the choices. `groupMark` begins a group, and the choice of a job is a number from
/// `firstJob` downwards.
///
/// SAFETY: `@unchecked Sendable`, because only the thread that runs the exploration writes it. The
/// process that maps the same memory reads it after the writer has ended.
package final class ChoiceLog: @unchecked Sendable {
  private let words: UnsafeMutablePointer<Int32>
  private let capacity: Int
  private var count = 0

  private static let groupMark: Int32 = -1
  private static let firstJob: Int32 = -2
  private static let headerCount = 3

  /// The number of bytes of a log.
  package static let byteCount = 1 << 18

  /// Uses memory of `byteCount` bytes, which must be aligned to words and outlive the log.
  package init(memory: UnsafeMutableRawPointer) {
    capacity = Self.byteCount / MemoryLayout<Int32>.stride - Self.headerCount
    words = memory.bindMemory(to: Int32.self, capacity: capacity + Self.headerCount)
  }

  /// Begins a run. Its number is at least 0.
  package func beginRun(_ number: Int) {
    count = 0
    words[1] = 0
    words[2] &+= 1
    words[0] = Int32(truncatingIfNeeded: number)
  }

  func beginGroup() { append(word: Self.groupMark) }

  func append(_ choice: Int) { append(word: Int32(truncatingIfNeeded: choice)) }

  func append(job: Int) { append(word: Self.firstJob - Int32(truncatingIfNeeded: job)) }

  private func append(word: Int32) {
    guard count < capacity else {
      // A full log still shows progress.
      words[2] &+= 1
      return
    }
    words[Self.headerCount + count] = word
    count += 1
    // ORDER: the count follows the word, so that a reader never sees an unwritten word.
    words[1] = Int32(count)
  }

  /// The number of the run that was begun last.
  package var run: Int { Int(words[0]) }

  /// A number that changes while the writer makes progress.
  package var progress: Int { Int(words[2]) &<< 20 &+ Int(words[1]) }

  /// The choices of the run that was begun last.
  package var sequence: ChoiceSequence {
    var groups: [ChoiceSequence.Group] = []
    for index in 0..<min(Int(words[1]), capacity) {
      let word = words[Self.headerCount + index]
      if word == Self.groupMark {
        groups.append([])
      } else if let last = groups.indices.last {
        if word >= 0 {
          groups[last].step.append(Int(word))
        } else {
          groups[last].jobs.append(Int(Self.firstJob - word))
        }
      }
    }
    return ChoiceSequence(groups)
  }
}
