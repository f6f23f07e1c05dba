import MachoValues
import Testing

private enum Scene { case splash, login }

private enum Event {
  case entered(scene: Scene)
  case added(Int)
  case finished
}

/// In a pattern, the name of a case alone matches any payload.
@Suite struct PatternCompletionTests {
  private func texts(_ text: String, isPattern: Bool = true) -> [String] {
    ValueSyntax().completions(of: text[...], as: Event.self, isPattern: isPattern).map(\.text)
  }

  @Test func `a completed name is closed, and continues after the whole name`() {
    #expect(texts("ent") == ["entered"])
    #expect(texts("entered") == ["entered.", "entered(scene: "])
    #expect(texts("entered.s") == ["splash"])
    #expect(texts("added") == ["added("])
    #expect(texts("fin") == ["finished"])
  }

  @Test func `in a value, a name continues with its payload`() {
    #expect(texts("ent", isPattern: false) == ["entered(scene: "])
  }
}
