import Foundation
import MachoValues
import Testing

@testable import MachoSessions

@Suite struct `Completion of a line` {
  private let session = Session(catalog: [TallyFeature()], receiveMode: .immediate)

  init() { _ = session.run("feature tally") }

  /// Returns the lines that the completions of `line` produce.
  private func lines(_ line: String) -> [String] {
    session.completions(of: line, at: line.utf8.count).map { found in
      let head = line.utf8.prefix(found.replacing.lowerBound)
      #expect(found.replacing.upperBound == line.utf8.count)
      return String(decoding: head, as: UTF8.self) + found.text
    }
  }

  @Test func `suggests the operators of a value's type`() {
    #expect(
      lines("expect count ")
        == ["==", "!=", "<", "<=", ">", ">="].map { "expect count \($0) " })
    #expect(
      session.completions(of: "expect note c", at: 13)
        == [Completion(replacing: 12..<13, text: "contains ", detail: "String")])
    #expect(lines("expect count >") == ["expect count > ", "expect count >= "])
    #expect(lines("expect count=") == ["expect count== "])
    #expect(lines("expect nothing ") == [])
    #expect(lines("expect isP") == ["expect isPositive"])
    #expect(lines("expect isPositive is") == [])
  }

  @Test func `suggests paths in each part of a condition`() {
    #expect(lines("always cou") == ["always count"])
    #expect(lines("expect isPositive and cou") == ["expect isPositive and count"])
    #expect(lines("never not (cou") == ["never not (count"])
    #expect(lines("once isPositive always isPos") == ["once isPositive always isPositive"])
    #expect(lines("always count >= old(cou") == ["always count >= old(count"])
    #expect(lines("property isPositive leads to cou") == ["property isPositive leads to count"])
    #expect(lines("at r") == ["at rest "])
    #expect(lines("at rest isPos") == ["at rest isPositive"])
    #expect(lines("after addL") == ["after addLater"])
    #expect(lines("after ask isPos") == ["after ask isPositive"])
  }

  @Test func `suggests variables, computed properties and open stores`() {
    _ = session.run("let seven = 7")
    #expect(lines("expect count == $s") == ["expect count == $seven"])
    #expect(lines("let x = isP") == ["let x = isPositive"])
    #expect(lines("let x") == [])
    _ = session.run("feature tally as other")
    #expect(lines("use ") == ["use tally", "use other"])
  }

  @Test func `closes the name of a received action, and continues it after the whole name`() {
    #expect(lines("receive addL") == ["receive addLater"])
    #expect(lines("ignore addL") == ["ignore addLater"])
    #expect(lines("receive unordered ask, addL") == ["receive unordered ask, addLater"])
    #expect(lines("receive addLater") == ["receive addLater("])
    #expect(lines("send addL") == ["send addLater("])
  }

  @Test func `suggests each action of 'receive unordered'`() {
    let all = lines("receive ")
    #expect(!all.isEmpty)
    #expect(
      lines("receive unordered ").sorted()
        == all.map { "receive unordered" + $0.dropFirst("receive".count) }.sorted())
    #expect(lines("receive unordered _, ").count == all.count)
  }

  @Test func `suggests values of the path's type after an operator`() {
    #expect(lines("expect count == ") == ["expect count == 0"])
    #expect(
      lines("expect isPositive == ") == ["expect isPositive == true", "expect isPositive == false"])
    #expect(lines("expect note == ") == ["expect note == \"", "expect note == nil"])
    #expect(lines("expect note contains ") == ["expect note contains \""])
  }

  @Test func `continues a stub after its arguments and after its value`() {
    #expect(
      lines("stub ") == ["stub library.search", "stub uuid"])
    let call = "stub library.search(\"x\", 3)"
    #expect(lines(call + " ") == ["-> ", "throws ", "pending"].map { call + " " + $0 })
    #expect(lines(call) == lines(call + " "))
    #expect(lines(call + " p") == [call + " pending"])
    #expect(lines(call + " -> ") == [call + " -> ["])
    #expect(lines(call + " -> [\"a\"] ") == [call + " -> [\"a\"] after "])
    #expect(lines(call + " -> [], then p") == [call + " -> [], then pending"])
    #expect(lines(call + " throws ") == [call + " throws error(\""])
    #expect(lines("stub library.search(") == ["stub library.search(\""])
    #expect(lines("stub uuid ") == ["stub uuid -> "])
    #expect(lines("stub uuid -> ") == ["stub uuid -> incrementing"])
    #expect(lines("stub nobody ") == [])
  }

  @Test func `suggests codes after an exclamation mark, and conditions`() {
    #expect(lines("! [no-such-c") == ["! [no-such-case] "])
    #expect(!lines("! [").contains("! [bad-output-line] "))
    #expect(lines("[!l") == ["[!linux] "])
    #expect(lines("[f") == ["[feature:tally] "])
    #expect(
      lines("[linux] ! [usage] se") == ["[linux] ! [usage] send ", "[linux] ! [usage] settle "])
    #expect(lines("! [usage] send addL") == ["! [usage] send addLater("])
  }

  @Test(arguments: [
    ("start ", ["start State(count: "]), ("start S", ["start State(count: "]),
    ("start State(", ["start State(count: ", "start State(note: "]),
    ("context t", ["context test"]), ("feature ", ["feature tally"]),
    ("help c", ["help context", "help compact", "help codes"]),
    ("skip ", ["skip received", "skip effects"]),
    ("exhaustive o", ["exhaustive on", "exhaustive off"]),
    ("strict of", ["strict off"]), ("settle ", ["settle within"]),
  ])
  func `suggests the arguments of a verb`(line: String, completed: [String]) {
    #expect(lines(line) == completed)
  }

  @Test func `suggests verbs, with a blank if arguments may follow`() {
    #expect(lines("st") == ["start ", "stub ", "state ", "strict "])
    #expect(lines("fin") == ["finish"])
  }

  @Test func `suggests pending calls, then responses`() {
    let name = "library.search(\"x\", 3)"
    let endpoint = TallyFeature().endpoints[0]
    let table = session.open?.stubs
    #expect(lines("answer ") == ["answer library.search"])
    _ = table?.call(endpoint, ["x", 3], syntax: ValueSyntax())
    #expect(lines("answer ") == ["answer " + name])
    #expect(lines("answer \(name) ") == ["answer \(name) -> ", "answer \(name) throws "])
    #expect(lines("answer \(name) -> [") == ["answer \(name) -> [\""])
    // An answer has one value and no delay.
    #expect(lines("answer \(name) -> [] ") == [])
    #expect(lines("answer \(name) p") == [])
  }

  @Test func `returns nothing and does not trap for an invalid command`() {
    for line in [
      "stub \"", "stub (", "stub library.search(\\", "expect [", "! [x] y [", "answer ->",
      "stub ->", "stub uuid ->x, then", "expect count == \\",
    ] {
      for end in 0...line.utf8.count { _ = session.completions(of: line, at: end) }
    }
  }

  @Test func `suggests similar names if no name has the prefix, the most similar first`() {
    #expect(lines("sned") == ["send "])
    #expect(lines("send later") == ["send addLater("])
    #expect(lines("send ADDL") == ["send addLater("])
    #expect(lines("expect conut") == ["expect count"])
    #expect(lines("feature tlly") == ["feature tally"])
    #expect(lines("goto nowhere") == [])
    // Every name is similar to a single letter.
    #expect(lines("send x") == [])
  }

  @Test func `suggests the keywords of a verb's usage, and files`() throws {
    let directory = FileManager.default.temporaryDirectory
      .appendingPathComponent("macho-completion-\(UUID().uuidString)")
    try FileManager.default.createDirectory(
      at: directory.appendingPathComponent("more"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for name in ["first.macho", ".hidden", "more/日本.macho"] {
      try Data().write(to: directory.appendingPathComponent(name))
    }
    let session = Session(
      catalog: [TallyFeature()], receiveMode: .immediate, files: DirectoryFiles(directory.path))
    _ = session.run("feature tally")
    func texts(_ line: String) -> [String] {
      session.completions(of: line, at: line.utf8.count).map(\.text)
    }
    #expect(texts("source ") == ["first.macho", "more/"])
    #expect(texts("source .") == [".hidden"])
    #expect(texts("source more/") == ["more/日本.macho"])
    #expect(texts("source ../") == [])
    #expect(texts("source /") == [])
    #expect(texts("source first.macho ") == ["with("])
    #expect(texts("record ") == ["start ", "stop"])
    #expect(texts("record start f") == ["first.macho"])
    #expect(texts("record start first.macho ") == ["--overwrite ", "--round "])
    #expect(texts("save other.macho --o") == ["--overwrite "])
    #expect(texts("record stop ") == [])
    #expect(texts("send add(@f") == ["@file(\""])
    #expect(texts("send add(@file(\"f") == ["first.macho\")"])
    #expect(texts("send add(@file(\"m") == ["more/"])
  }

  @Test func `suggests 'off', 'as' and 'on' where they are allowed`() {
    #expect(lines("watch o") == ["watch off"])
    #expect(lines("watch ").contains("watch off"))
    #expect(lines("ignore of") == ["ignore off"])
    #expect(lines("feature tally ") == ["feature tally as "])
    #expect(lines("feature tally as ") == [])
    #expect(lines("replay o") == ["replay on "])
    #expect(lines("replay 1 2 on ") == ["replay 1 2 on State(count: "])
  }

  @Test func `suggests environment variables in a condition`() {
    let session = Session(
      catalog: [], receiveMode: .immediate, environment: ["CI": "1", "HOME": "/"])
    #expect(session.completions(of: "[env:C", at: 6).map(\.text) == ["CI] "])
  }

  @Test func `completes an alias and its arguments`() {
    let session = Session(
      catalog: [TallyFeature(aliases: ["plus": "add($0)", "query": "ask"])], receiveMode: .immediate
    )
    _ = session.run("feature tally")
    func found(_ line: String) -> [Completion] {
      session.completions(of: line, at: line.utf8.count)
    }
    #expect(
      found("send pl") == [
        Completion(replacing: 5..<7, text: "plus(", title: "plus", detail: "stands for add($0)")
      ])
    #expect(
      found("send que") == [
        Completion(replacing: 5..<8, text: "query", detail: "stands for ask")
      ])
    let texts = TallyFeature(aliases: ["note": "add($0)"]).expandAliasPrefix(of: "note(12")
    #expect(texts?.text == "add(12")
    #expect(texts?.shift == 1)
    #expect(found("send nobody(") == [])
  }

  @Test func `shows the description of an action after its types`() {
    let session = Session(
      catalog: [TallyFeature(actionSummaries: ["add": "counts more"])], receiveMode: .immediate)
    _ = session.run("feature tally")
    let found = session.completions(of: "send add", at: 8)[0]
    #expect([found.text, found.title, found.detail] == ["add(", "add(Int)", "counts more"])
    guard case .actions(let all) = session.run("actions MORE").events[0] else {
      Issue.record("no list of actions")
      return
    }
    #expect(all.map(\.line) == ["add(Int)  counts more"])
  }
}
