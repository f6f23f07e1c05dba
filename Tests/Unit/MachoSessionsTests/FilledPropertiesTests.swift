import MachoValues
import Testing

@testable import MachoSessions

@Suite struct `The properties that lines leave out` {
  private func property(_ name: String) -> FilledProperty {
    FilledProperty(type: "Expense", name: name, value: "false")
  }

  @Test func `are reported once, in their order`() {
    let filled = FilledProperties()
    for name in ["b", "a", "b"] { filled.add(property(name)) }
    #expect(filled.takeNew() == [property("b"), property("a")])
    for name in ["a", "c"] { filled.add(property(name)) }
    #expect(filled.takeNew() == [property("c")])
    filled.removeAll()
    filled.add(property("a"))
    #expect(filled.takeNew() == [property("a")])
  }

  @Test func `are those of the running line only`() {
    let filled = FilledProperties()
    filled.add(property("a"))
    filled.start()
    #expect(filled.takeNew().isEmpty)
    filled.add(property("a"))
    #expect(filled.takeNew() == [property("a")])
  }
}
