import MachoSessions
import Testing

@testable import MachoExploration

@Suite struct FindingTests {
  @Test func `A problem has the identity of its diagnostic and its locations`() {
    var problem = Diagnostic(
      "issue", "row 1 is gone", locations: [CodeLocation(file: "A.swift", line: 3)])
    #expect(Finding(problem).identity == "issue A.swift:3 row 1 is gone")
    problem.identity = "row is gone"
    #expect(Finding(problem).identity == "issue A.swift:3 row is gone")
    #expect(Finding(problem).message == "row 1 is gone")
    #expect(Finding(problem).kind == .issue)
  }
}
