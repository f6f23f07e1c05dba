import Testing

@testable import MachoScripting

@Suite struct LineDiffTests {
  @Test func `A diff contains all lines of both lists`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      func list() -> [String] {
        (0..<Int.random(in: 0...12, using: &generator)).map { _ in
          ["a", "b", "c"].randomElement(using: &generator)!
        }
      }
      let (old, new) = (list(), list())
      let hunks = LineDiff(old, new).hunks(context: 100)
      if old == new {
        #expect(hunks.isEmpty)
        continue
      }
      #expect(hunks.count == 1)
      var (before, after): ([String], [String]) = ([], [])
      for line in hunks[0].lines {
        switch line {
        case .same(let text):
          before.append(text)
          after.append(text)
        case .old(let text): before.append(text)
        case .new(let text): after.append(text)
        }
      }
      #expect(before == old)
      #expect(after == new)
    }
  }

  @Test func `Distant changes are separate hunks with their context`() {
    let old = (0..<20).map(String.init)
    var new = old
    new[2] = "two"
    new.remove(at: 15)
    let hunks = LineDiff(old, new).hunks(context: 1)
    #expect(hunks.map(\.firstChange) == [2, 15])
    #expect(hunks[0].lines == [.same("1"), .old("2"), .new("two"), .same("3")])
    #expect(hunks[1].lines == [.same("14"), .old("15"), .same("16")])
  }

  @Test func `Very long lists differ as one block between their common lines`() {
    let old = ["head"] + (0..<2100).map { "old \($0)" } + ["tail"]
    let new = ["head"] + (0..<2100).map { "new \($0)" } + ["tail"]
    let lines = LineDiff(old, new).hunks(context: 1)[0].lines
    #expect(lines.first == .same("head"))
    #expect(lines.last == .same("tail"))
    #expect(lines.count == 4202)
  }
}
