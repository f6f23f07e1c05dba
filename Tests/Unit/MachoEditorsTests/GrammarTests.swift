import MachoSessions
import Testing

@testable import MachoEditors

@Suite struct GrammarTests {
  @Test func everyGrammarContainsEveryVerb() {
    for file in GrammarFile.all {
      for command in Command.all {
        #expect(file.text.contains(command.verb), "\(command.verb) is not in \(file.path)")
      }
    }
  }

  @Test func longerWordsPrecedeTheirPrefixes() {
    #expect(GrammarWords.alternatives(["stub", "state", "st"]) == "state|stub|st")
  }
}
