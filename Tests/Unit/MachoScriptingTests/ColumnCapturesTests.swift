import MachoReporting
import Testing

@testable import MachoScripting

@Suite struct `The captures of columns` {
  private func lines(_ cases: (output: [String], variables: [String: String])...) -> [String]? {
    ColumnCaptures.lines(cases.map { ($0.output.map { OutputLine($0) }, $0.variables) })?
      .map(\.raw)
  }

  @Test func `replace the values in which the cases differ`() {
    #expect(
      lines((["id 1", "count 1"], ["n": "1"]), (["id 1", "count 22"], ["n": "22"])) == [
        "| id 1", "|= count <n:/.*/>",
      ])
  }

  @Test func `choose the column that has the value in each case`() {
    #expect(
      lines((["0 of 0"], ["a": "0", "b": "0"]), (["0 of 3"], ["a": "4", "b": "3"])) == [
        "|= 0 of <b:/.*/>"
      ])
  }

  @Test func `escape the text around them`() {
    #expect(
      lines((["Array<Int> 1 "], ["n": "1"]), (["Array<Int> 2 "], ["n": "2"])) == [
        #"|= Array\<Int> <n:/.*/>\x20"#
      ])
  }

  @Test func `are not written for other differences`() {
    #expect(lines((["a"], ["n": "1"]), (["b"], ["n": "2"])) == nil)
    #expect(lines((["1"], ["n": "1"]), (["1", "2"], ["n": "2"])) == nil)
    #expect(lines((["1 1"], ["n": "1"]), (["2 2"], ["n": "2"])) == nil)
    #expect(lines((["1"], ["n": "1"]), (["2"], [:])) == nil)
    #expect(lines((["x"], ["n": ""]), (["y"], ["n": ""])) == nil)
  }
}
