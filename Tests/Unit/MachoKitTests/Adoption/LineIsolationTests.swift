import Testing

@testable import MachoKit

@Suite("LineIsolation") struct LineIsolationTests {
  private let lines = (0..<20).map(String.init)

  /// Returns what is found if a build fails with these lines, and the number of builds.
  private func find(_ bad: Set<String>) throws -> (found: [String: String]?, builds: Int) {
    var builds = 0
    let isolation = LineIsolation { active in
      builds += 1
      return active.first(where: bad.contains).map { "no \($0)" }
    }
    return (try isolation.find(in: lines), builds)
  }

  @Test("the lines with which a build fails are found", arguments: [[], ["7"], ["0", "1", "19"]])
  func badLines(bad: [String]) throws {
    let expected = Dictionary(uniqueKeysWithValues: bad.map { ($0, "no \($0)") })
    let (found, builds) = try find(Set(bad))
    #expect(found == expected)
    #expect(builds <= 2 + 10 * bad.count)
  }

  @Test("nothing is found if the build fails without the lines") func others() throws {
    #expect(try LineIsolation { _ in "broken" }.find(in: lines) == nil)
  }
}
