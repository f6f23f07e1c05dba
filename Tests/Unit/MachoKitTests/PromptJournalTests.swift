import Foundation
import Testing

@testable import MachoKit

@Suite struct `The journal of a prompt` {
  private let journal: PromptJournal

  init() throws { journal = PromptJournal(descriptor: try #require(makeUnnamedFile())) }

  private func begin(_ text: String) { journal.begin(.init(kind: .command, text: text)) }

  private func end(position: Int = 0) { journal.end(.init(position: position)) }

  private var texts: [String] { texts(of: journal.readEnding().segment) }

  private func texts(of segment: PromptJournal.Segment) -> [String] {
    var texts: [String] = []
    journal.read(segment) { entry, _ in texts.append(entry.text) }
    return texts
  }

  @Test func `contains completed entries in order, with their results`() {
    journal.recordStart()
    journal.recordReady()
    begin("send a(\n  1\n)")
    end(position: 1)
    begin("send b")
    end(position: 2)
    var entries: [(String, Int)] = []
    let ending = journal.readEnding()
    journal.read(ending.segment) { entries.append(($0.text, $1.position)) }
    #expect(entries.map(\.0) == ["send a(\n  1\n)", "send b"])
    #expect(entries.map(\.1) == [1, 2])
    #expect(ending.isReady)
    #expect(ending.interrupted == nil)
  }

  @Test func `names the entry that crashed, once`() {
    journal.recordStart()
    journal.recordReady()
    begin("send a")
    end()
    begin("send trap")
    #expect(journal.readEnding().interrupted?.text == "send trap")
    // The next run.
    journal.recordStart()
    #expect(!journal.readEnding().isReady)
    journal.recordReady()
    begin("send b")
    end()
    #expect(journal.readEnding().interrupted == nil)
    #expect(texts == ["send a", "send b"])
  }

  /// Repeats entries in a rebuilt driver. Stops before the end if `isComplete` is `false`.
  private func reload(_ texts: String..., isComplete: Bool) {
    journal.recordStart()
    journal.recordReady()
    journal.recordReload()
    for text in texts {
      begin(text)
      end()
    }
    journal.recordRepeated(isComplete: isComplete)
  }

  @Test func `contains the entries that a rebuilt driver has repeated once`() {
    begin("send a")
    end(position: 1)
    reload("send a", isComplete: true)
    begin("send b")
    end(position: 2)
    let ending = journal.readEnding()
    #expect(texts(of: ending.segment) == ["send a", "send b"])
    #expect(ending.segment.count == 2)
    #expect(ending.repeatedSegment == ending.segment)
    #expect(ending.repeatedCount == nil)
  }

  @Test func `has the results of the last driver`() {
    begin("send a")
    end(position: 1)
    journal.recordReload()
    begin("send a")
    end(position: 7)
    journal.recordRepeated(isComplete: true)
    var positions: [Int] = []
    journal.read(journal.readEnding().segment) { positions.append($1.position) }
    #expect(positions == [7])
  }

  @Test func `keeps entries that a rebuilt driver has not repeated for the next one`() {
    for text in ["send a", "send b", "send c"] {
      begin(text)
      end()
    }
    reload("send a", "send b", isComplete: false)
    #expect(texts == ["send a", "send b"])
    // Looking at the session keeps them, and so does a line that fails.
    begin("state")
    end()
    begin("send oops")
    journal.end(.init(failure: "no-such-case", position: 0))
    #expect(texts(of: journal.readEnding().repeatedSegment) == ["send a", "send b", "send c"])
    // Another driver stops earlier.
    reload("send a", isComplete: false)
    #expect(texts(of: journal.readEnding().repeatedSegment) == ["send a", "send b", "send c"])
    reload("send a", "send b", "send c", isComplete: true)
    #expect(texts(of: journal.readEnding().repeatedSegment) == ["send a", "send b", "send c"])
    #expect(texts == ["send a", "send b", "send c"])
  }

  @Test(arguments: ["send d", "start", "let x = 1", "# a comment"])
  func `forgets them when the session changes`(line: String) {
    begin("send a")
    end()
    reload("send b", isComplete: false)
    journal.begin(.init(kind: line.hasPrefix("#") ? .comment : .command, text: line))
    end()
    let ending = journal.readEnding()
    #expect(texts(of: ending.repeatedSegment) == ["send b", line])
  }

  @Test func `counts what a rebuilt driver had repeated when it crashed`() {
    for text in ["send a", "send b", "send c"] {
      begin(text)
      end()
    }
    journal.recordStart()
    journal.recordReady()
    journal.recordReload()
    begin("send a")
    end()
    begin("send b")
    var ending = journal.readEnding()
    #expect(ending.isReady)
    #expect(ending.interrupted?.text == "send b")
    #expect(ending.repeatedCount == 2)
    #expect(texts(of: ending.segment) == ["send a"])
    #expect(texts(of: ending.repeatedSegment) == ["send a", "send b", "send c"])
    // The next run restores the first line and gives up the others.
    journal.recordStart()
    journal.recordReady()
    journal.recordRepeated(isComplete: false)
    ending = journal.readEnding()
    #expect(ending.repeatedCount == nil)
    #expect(texts(of: ending.repeatedSegment) == ["send a", "send b", "send c"])
  }

  @Test func `ignores a record that was not written completely`() {
    journal.recordStart()
    begin("send a")
    end()
    let torn = Array(#"{"begin":{"_0":{"kind":"#.utf8)
    #expect(write(journal.descriptor, torn, torn.count) == torn.count)
    #expect(texts == ["send a"])
  }
}

@Suite struct `The report of a crash` {
  @Test func `has the signal and the user's frames`() {
    let crash = CrashReport(
      """
      crash 11 overflow

      *** Signal 11: Backtracing from 0x1... done ***

      0 0x0000000000000001 depth(_:) + 9 in driver at /src/Traps.swift:26:30
      1 [ra] 0x0000000000000002 depth(_:) + 9 in driver at /src/Traps.swift:26:30
      """)
    #expect(crash.diagnostic.code == "crashed")
    #expect(crash.diagnostic.message.hasPrefix("signal 11, "))
    #expect(crash.diagnostic.message.hasSuffix(": stack overflow"))
    #expect(
      crash.diagnostic.notes == [
        "at depth(_:), /src/Traps.swift:26:30", "   repeated 1 more times",
      ])
  }

  @Test func `has no frames of macho's sources`() {
    let sources = #filePath.components(separatedBy: "Tests/Unit/")[0] + "Sources/"
    let crash = CrashReport(
      """
      crash 04

      *** Signal 4: Backtracing from 0x1... done ***

      0 0x0000000000000001 Store.precondition(_:) + 9 in driver at \(sources)Composable/Store.swift:7:3
      1 [ra] 0x0000000000000002 closure #1 in App.body.getter + 9 in driver at /src/App.swift:26:30
      2 [ra] [thunk] 0x0000000000000003 thunk for @escaping + 9 in driver at //<compiler-generated>
      3 [ra] 0x0000000000000004 Counter.reduce(_:) + 9 in driver at \(sources)MachoGallery/Counter.swift:8:1
      4 [ra] 0x0000000000000005 Session.run(_:) + 9 in driver at \(sources)MachoSessions/Session.swift:9:1
      5 [ra] 0x0000000000000006 main + 9 in driver at /src/main.swift:1:1
      """)
    let notes = crash.diagnostic.notes
    #expect(notes.first == "at closure #1 in App.body.getter, /src/App.swift:26:30")
    // The path is relative if the tests run in the package.
    #expect(notes.last?.hasPrefix("at Counter.reduce(_:), ") == true)
    #expect(notes.last?.hasSuffix("Sources/MachoGallery/Counter.swift:8:1") == true)
    #expect(notes.count == 2)
  }

  @Test(arguments: [("interrupt", "interrupted"), ("exit", "crashed")])
  func `tells other reasons apart`(reason: String, code: String) {
    #expect(CrashReport(reason + "\n").diagnostic.code.rawValue == code)
  }

  @Test func `has the message that was printed before the crash`() {
    let crash = CrashReport("App/A.swift:1: Fatal error: no\ncrash 04\n")
    #expect(crash.output == "App/A.swift:1: Fatal error: no")
    #expect(crash.diagnostic.notes == ["App/A.swift:1: Fatal error: no"])
    #expect(crash.signal == 4)
  }
}
