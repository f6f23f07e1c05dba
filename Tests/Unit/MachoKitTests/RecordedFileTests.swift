import Testing

/// Files and exports that must not be written.
@Suite struct RecordedFileTests {
  @Test(arguments: [
    "save a.macho --overwrite", "save a.macho 1 --overwrite", "export json a.macho --overwrite",
    "export mermaid ./a.macho --overwrite",
  ])
  func `the file of a running recording cannot be overwritten`(line: String) throws {
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

  @Test func `calls answered by preview values before a stub cannot be exported`() throws {
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
    #expect(
      run.errors.contains("not-supported: preview values answered earlier calls of this endpoint"))
  }

  @Test func `files are found beside the script of --after`() throws {
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
