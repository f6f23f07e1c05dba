import Testing

@testable import MachoSessions

@Suite struct StateConditionTests {
  @Test(arguments: [
    ("count == 0 && count == 1", 11..<13, "and"), ("count == 0 || count == 1", 11..<13, "or"),
    ("!isOpen", 0..<7, "not isOpen"),
  ])
  func `An operator of Swift suggests the word for it`(
    text: String, range: Range<Int>, word: String
  ) {
    let feature = TallyFeature()
    let error = #expect(throws: Diagnostic.self) {
      try StateCondition(Arguments(text, from: 0), of: feature, feature.syntax, command: .expect)
    }
    #expect(error?.range == range)
    #expect(error?.candidates == [word])
  }
}
