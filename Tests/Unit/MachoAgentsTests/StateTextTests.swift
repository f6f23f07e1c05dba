import MachoValues
import Testing

@testable import MachoAgents

@Suite struct StateTextTests {
  @Test func `a short state is its text`() {
    #expect(StateText.text(of: ["value": "State(count: 1)"]) == "State(count: 1)")
  }

  @Test func `a long state lists its parts and a path to ask for`() {
    let result: JSONValue = [
      "parts": [
        ["path": "query", "size": 7, "value": "\"swift\""],
        ["path": "rows", "size": 9_000, "count": 60, "next": "rows[1]"],
        ["path": "rows[0]", "size": 4, "value": "\"a b\""],
        ["path": "note", "size": 5_000],
      ]
    ]
    #expect(
      StateText.text(of: result) == """
        query: "swift"
        rows: 60 elements, 9000 bytes, left out from rows[1] on
        rows[0]: "a b"
        note: 5000 bytes
        [long parts are left out: call 'state' with a path, such as "rows[1]"]
        """)
  }
}
