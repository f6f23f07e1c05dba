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

  @Test func `The advice about an endpoint depends on the context`() {
    func notes(_ context: RunContext) -> String {
      let collector = IssueCollector(context: context)
      collector.collect { _$reportUnimplemented("FactClient.fetch") }
      return collector.takeProblems().flatMap(\.notes).joined(separator: "\n")
    }
    #expect(notes(.test).contains(#"Stub("factClient.fetch", \.factClient.fetch)"#))
    #expect(notes(.live).contains("FactClient has no live value for 'fetch'"))
    #expect(!notes(.live).contains("Stub("))
  }

  @Test func `An issue of a live endpoint is known as such`() {
    func isOfEndpoint(_ context: RunContext) -> [Bool] {
      let collector = IssueCollector(context: context)
      collector.collect {
        reportIssue("of the feature")
        EffectContext.inEndpoint { reportIssue("of an endpoint") }
      }
      return collector.takeProblems().map(\.isOfEndpoint)
    }
    #expect(isOfEndpoint(.live) == [false, true])
    #expect(isOfEndpoint(.test) == [false, false])
  }
}
