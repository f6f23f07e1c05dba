import MachoValues
import Testing

@testable import MachoSessions

@Suite struct `Completion of a line` {
  private let session = Session(catalog: [TallyFeature()], taking: .atOnce)

  init() { _ = session.run("feature tally") }

  /// The lines that each answer would make of `line`.
  private func lines(_ line: String) -> [String] {
    session.completions(of: line, at: line.utf8.count).map { found in
      let head = line.utf8.prefix(found.replacing.lowerBound)
      #expect(found.replacing.upperBound == line.utf8.count)
      return String(decoding: head, as: UTF8.self) + found.text
    }
  }

  @Test func `offers the operators that a value has, with its type`() {
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

  @Test func `offers what has a name, and stores that are open`() {
    _ = session.run("let seven = 7")
    #expect(lines("expect count == $s") == ["expect count == $seven"])
    #expect(lines("let x = isP") == ["let x = isPositive"])
    #expect(lines("let x") == [])
    _ = session.run("feature tally as other")
    #expect(lines("use ") == ["use tally", "use other"])
  }

  @Test func `offers each action that 'receive unordered' names`() {
    let all = lines("receive ")
    #expect(!all.isEmpty)
    #expect(
      lines("receive unordered ").sorted()
        == all.map { "receive unordered" + $0.dropFirst("receive".count) }.sorted())
    #expect(lines("receive unordered _, ").count == all.count)
  }

  @Test func `offers values of the path's type behind an operator`() {
    #expect(lines("expect count == ") == ["expect count == 0"])
    #expect(
      lines("expect isPositive == ") == ["expect isPositive == true", "expect isPositive == false"])
    #expect(lines("expect note == ") == ["expect note == \"", "expect note == nil"])
    #expect(lines("expect note contains ") == ["expect note contains \""])
  }

  @Test func `goes on with a stub behind its arguments, and behind its value`() {
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

  @Test func `offers codes behind an exclamation mark, and conditions`() {
    #expect(lines("! [no-such-c") == ["! [no-such-case] "])
    #expect(!lines("! [").contains("! [bad-gutter] "))
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
    ("help c", ["help context", "help codes"]),
    ("skip ", ["skip received", "skip effects"]),
    ("exhaustive o", ["exhaustive on", "exhaustive off"]),
    ("strict of", ["strict off"]), ("settle ", ["settle within"]),
  ])
  func `offers what a verb takes`(line: String, completed: [String]) {
    #expect(lines(line) == completed)
  }

  @Test func `offers verbs, with a blank where something may follow`() {
    #expect(lines("st") == ["start ", "stub ", "state ", "strict "])
    #expect(lines("fin") == ["finish"])
  }

  @Test func `offers the calls that wait for an answer, then the answers`() {
    let name = "library.search(\"x\", 3)"
    let endpoint = TallyFeature().endpoints[0]
    let table = session.open?.stubs
    #expect(lines("answer ") == ["answer library.search", "answer uuid"])
    _ = table?.call(endpoint, ["x", 3], syntax: ValueSyntax())
    #expect(lines("answer ") == ["answer " + name])
    #expect(lines("answer \(name) ") == ["answer \(name) -> ", "answer \(name) throws "])
    #expect(lines("answer \(name) -> [") == ["answer \(name) -> [\""])
    // An answer is one value, at once.
    #expect(lines("answer \(name) -> [] ") == [])
    #expect(lines("answer \(name) p") == [])
  }

  @Test func `finds nothing, and does not trap, in what is no command`() {
    for line in [
      "stub \"", "stub (", "stub library.search(\\", "expect [", "! [x] y [", "answer ->",
      "stub ->", "stub uuid ->x, then", "expect count == \\",
    ] {
      for end in 0...line.utf8.count { _ = session.completions(of: line, at: end) }
    }
  }
}
