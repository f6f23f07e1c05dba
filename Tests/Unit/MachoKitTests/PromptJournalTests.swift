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
