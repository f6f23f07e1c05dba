import Testing

@testable import MachoKit

@Suite struct `A plain 'run FILE'` {
  @Test(arguments: ["a.macho", "there/b c.macho", "run", "help", "é", "a=b", "@file", "/dev/fd/3"])
  func `is parsed as ArgumentParser does`(file: String) throws {
    let plain = try #require(RunCommand.fastParse(["run", file]))
    let parsed = try #require(try MachoCommand.parseAsRoot(["run", file]) as? RunCommand)
    #expect(plain.script == parsed.script)
    #expect(plain.context == parsed.context)
    #expect(plain.connect == parsed.connect)
    #expect(plain.colors.color == parsed.colors.color)
  }

  @Test(arguments: [
    [], ["run"], ["test", "a.macho"], ["run", "-"], ["run", "--help"], ["run", ""], ["run", "-x"],
    ["run", "a.macho", "b.macho"], ["run", "a.macho", "--color"],
  ])
  func `excludes all other arguments`(arguments: [String]) {
    let isPlain = RunCommand.fastParse(arguments) != nil
    #expect(!isPlain)
  }
}
