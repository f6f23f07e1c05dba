import MachoScripting
import Testing

@testable import MachoEditors

@Suite struct ScriptMaskTests {
  @Test func keepsTheLinesAboveAndTheSections() {
    let mask = ScriptMask("state\nsend x\n\n-- a --\n1")
    #expect(mask.text(above: 2) == "state\n\n\n-- a --\n1")
  }

  @Test func leavesOutLinesThatCannotBeParsed() throws {
    let script = try #require(
      ScriptMask("state\n[unknown] state\necho \"\neffects").script(above: 9))
    #expect(script.steps.map(\.text) == ["state", "effects"])
    #expect(script.steps.map(\.lines.lowerBound) == [1, 4])
  }

  @Test func acceptsCarriageReturns() {
    #expect(ScriptMask("state\r\nsend x\r\n").lines == ["state", "send x", ""])
  }
}
