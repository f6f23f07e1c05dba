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
