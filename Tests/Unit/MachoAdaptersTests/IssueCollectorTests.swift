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
}
