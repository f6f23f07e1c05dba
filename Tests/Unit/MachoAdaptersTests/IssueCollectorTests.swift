import Composable
import IssueReporting
import MachoSessions
import Testing

@testable import MachoAdapters

@Suite struct IssueCollectorTests {
  private func problems(_ messages: String...) -> [Diagnostic] {
    let collector = IssueCollector()
    collector.collect { for message in messages { reportIssue(message) } }
    return collector.takeProblems()
  }

  @Test func `Issues that differ in numbers and quoted names are the same`() {
    let found = problems(#"row 1 of "a" is gone"#, #"row 23 of "bc" is gone"#, "row 1 is late")
    #expect(
      found.map(\.message) == [
        #"row 1 of "a" is gone"#, #"row 23 of "bc" is gone"#, "row 1 is late",
      ])
    #expect(found.map(\.identity) == ["row  of  is gone", "row  of  is gone", "row  is late"])
  }

  private enum Failure: Error {
    case first
    case second(Int)
  }

  @Test func `Issues at one place that differ in the error are the same`() {
    let collector = IssueCollector()
    collector.collect {
      for error in [Failure.first, .second(3)] { reportIssue(error, "while saving") }
      reportIssue(Failure.first)
    }
    let found = collector.takeProblems()
    #expect(
      found.map(\.message) == [
        "Caught error: first: while saving", "Caught error: second(3): while saving",
        "Caught error: first",
      ])
    #expect(
      found.map(\.identity) == [
        "Caught error: while saving", "Caught error: while saving", "Caught error",
      ])
  }

  @Test func `Uncaught errors of one effect are the same`() {
    let collector = IssueCollector()
    let callSite = CallSite(
      fileID: "App/Load.swift", filePath: "/App/Load.swift", line: 7, column: 1)
    for error in [Failure.first, .second(3)] {
      collector.recordUncaught(error, at: callSite, advice: "catch:")
    }
    let found = collector.takeProblems()
    #expect(Set(found.map(\.message)).count == 2)
    #expect(Set(found.map(\.identity)).count == 1)
    #expect(found.map(\.locations).allSatisfy { $0.map(\.description) == ["Load.swift:7"] })
  }
}
