import Testing

@testable import MachoScripting

@Suite struct SourcedFilesTests {
  @Test func `Scripts that only run as parts of others are found`() throws {
    try withDirectory { directory in
      let texts = [
        "whole": "[linux] feature lamp\nsource part.macho\nsource own.macho\n",
        "part": "send toggle\nsource deeper.macho with(n: 1)\n", "deeper": "send toggle\n",
        "own": "feature lamp\n", "alone": "send toggle\nsource alone.macho\n",
        "section": "source start\nsource part.macho\n-- start --\nfeature lamp\n",
        "one": "source two.macho\n", "two": "source one.macho\n",
      ]
      let path = { (name: String) in directory + "/" + name + ".macho" }
      for (name, text) in texts { try write(text, path(name)) }
      let found = SourcedFiles.find(in: texts.keys.sorted().map(path))
      #expect(found == [path("part"): path("section"), path("deeper"): path("section")])
      #expect(SourcedFiles.find(in: [path("part")]) == [:])
      #expect(SourcedFiles.find(in: [path("part"), path("no")]) == [:])
    }
  }
}
