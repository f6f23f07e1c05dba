import Testing

/// What may not be written, because somebody else writes it or nobody knows what would be true.
@Suite struct RecordedFileTests {
  @Test(arguments: [
    "save a.macho --overwrite", "save a.macho 1 --overwrite", "export json a.macho --overwrite",
    "export mermaid ./a.macho --overwrite",
  ])
  func `the file that is recorded to is not written by anything else`(line: String) throws {
    let sandbox = try Sandbox()
    let session = """
      send incrementButtonTapped
      send incrementButtonTapped
      \(line)
      send decrementButtonTapped

      """
    let run = try sandbox.run(
      .macho, "repl", "counter", "--record", "a.macho", input: .text(session))
    #expect(run.output.contains("not-supported: the session is being recorded to a.macho"))
    let test = try sandbox.run(.macho, "test", "--strict", "a.macho")
    #expect(test.status == 0, "\(test.output)")
    #expect(try sandbox.read("a.macho").contains("\nsend decrementButtonTapped\n"))
  }

  @Test func `calls that preview values answered before a stub are in no exported test`() throws {
    let sandbox = try Sandbox([
      "a.macho": """
      context preview
      feature counter
      send factButtonTapped
      receive factResponse.success
      stub numberFact.fetch(1) -> "x"
      send incrementButtonTapped
      send factButtonTapped
      receive factResponse.success

      """
    ])
    let run = try sandbox.run(.macho, "export", "swift", "a.macho")
    #expect(run.status == 1)
    #expect(run.errors.contains("not-supported: what was called before this stub"))
  }

  @Test func `files are found beside the script behind which a prompt was opened`() throws {
    let sandbox = try Sandbox([
      "scripts/late.macho":
        "feature counter\nstart @file(\"late.json\")\nsend incrementButtonTapped\n",
      "scripts/late.json": "{\"count\": 41}",
    ])
    let run = try sandbox.run(
      .macho, "repl", "--after", "scripts/late.macho", input: .text("export json\n"))
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.contains("incrementButtonTapped"))
  }
}
