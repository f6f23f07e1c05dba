import Testing

@testable import MachoKit

@Suite struct `An exploration that explores nothing` {
  @Test func `ends with status 5 and the reason if no action can be sent`() throws {
    let run = try Sandbox().run(.macho, "explore", "counter", "--actions", "nosuch")
    #expect(run.status == 5)
    #expect(run.errors.hasPrefix("nothing-to-send: no action matches --actions\n"))
  }

  @Test func `ends with status 5 and the reason if no step ended in time`() throws {
    for arguments in [["--for", "1ms"], ["--for", "1s", "--actions", "loopForEver"]] {
      let run = try Sandbox().run(
        .externalWorkDriver, ["explore", "traps"] + arguments, input: .text(""))
      #expect(run.status == 5)
      #expect(run.errors.contains("nothing was explored: no step ended within --for 1"))
    }
  }

  @Test func `ends with status 5 and the reason if no property was evaluated`() throws {
    let arguments = [
      "explore", "counter", "--actions", "increment", "--runs", "5", "--suspicions", "off",
      "--property", "after factResponse.failure fact == nil",
    ]
    let sentence =
      "property 'after factResponse.failure fact == nil' was never evaluated "
      + "(factResponse.failure was not sent)\n"
    let none = try Sandbox().run(.macho, arguments, input: .text(""))
    #expect(none.status == 5)
    #expect(none.output.contains(sentence), "\(none.output)")
    #expect(none.errors.contains("nothing was checked: no property was evaluated"))
    let one = try Sandbox().run(
      .macho, arguments + ["--property", "always count >= 0"], input: .text(""))
    #expect(one.status == 0, "\(one.errors)")
    #expect(one.output.contains(sentence), "\(one.output)")
    let lines = try Sandbox().run(.macho, arguments + ["--format", "jsonl"], input: .text(""))
    #expect(lines.status == 5)
    #expect(
      lines.output.contains(#""reason":"factResponse.failure was not sent""#), "\(lines.output)")
    let nearest = try Sandbox().run(
      .macho, arguments + ["--strategy", "breadth-first", "--depth", "3"], input: .text(""))
    #expect(nearest.status == 5)
    #expect(nearest.output.contains(sentence), "\(nearest.output)")
  }

  @Test(arguments: [
    ["--depth", "0"], ["--depth", "100000000"], ["--runs", "0"], ["--runs", "99999999999"],
  ])
  func `refuses a limit that it cannot hold`(arguments: [String]) throws {
    let run = try Sandbox().run(.macho, ["explore", "counter"] + arguments, input: .text(""))
    #expect(run.status == 2)
    #expect(run.errors.contains("\(arguments[0]) must be at least 1 and at most 1"))
  }
}

@Suite struct `An exploration with a time limit` {
  @Test func `ends within a run that has many steps, and counts it`() throws {
    let clock = ContinuousClock()
    let start = clock.now
    let run = try Sandbox().run(
      .externalWorkDriver, "explore", "traps", "--for", "2s", "--depth", "10000", "--actions",
      "increment", "--strategy", "fifo")
    // On a busy machine the time may be over before the first step.
    if run.status == 0 {
      #expect(!run.output.contains(" 0 runs"))
    } else {
      #expect(run.status == 5)
      #expect(run.errors.contains("nothing was explored: no step ended within --for 2s"))
    }
    // Without the limit it would not end.
    #expect(start.duration(to: clock.now) < .seconds(60))
  }

  @Test(arguments: [["--until", "count == -1"], ["--graph", "json"]])
  func `ends a search for states`(arguments: [String]) throws {
    let run = try Sandbox().run(
      .externalWorkDriver,
      ["explore", "traps", "--for", "2s", "--actions", "increment", "--states", "100000000"]
        + ["--depth", "10000"] + arguments, input: .text(""))
    // On a busy machine the time may be over before the first state, so that no diagram is printed.
    #expect(run.status == (arguments[0] == "--until" ? 1 : run.output.isEmpty ? 5 : 0))
    #expect((run.output + run.errors).contains("within the limit"))
  }
}

@Suite struct `An exploration from a script` {
  @Test func `runs the scripts that it sources, and reads its files and sections`() throws {
    let sandbox = try Sandbox([
      "begin.macho": """
      feature counter
      source three.macho
      source two
      stub numberFact.fetch -> @file("fact.json")
      -- two --
      send incrementButtonTapped
      send incrementButtonTapped
      """,
      "three.macho":
        "send incrementButtonTapped\nsend incrementButtonTapped\nsend incrementButtonTapped\n",
      "fact.json": "\"a fact\"",
    ])
    let arguments = [
      "explore", "counter", "--from", "begin.macho", "--runs", "20", "--actions", "fact",
    ]
    let found = try sandbox.run(
      .macho, arguments + ["--invariant", "count != 5"], input: .text(""))
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    // The script of the failure contains the commands of the sourced ones.
    let script = try #require(found.output.firstMatch(of: /written to (\S+)/)?.1)
    let failing = try sandbox.run(.macho, "test", String(script))
    #expect(failing.output.contains("expected != 5"), "\(failing.output)")
    let none = try sandbox.run(.macho, arguments + ["--invariant", "count == 5"], input: .text(""))
    #expect(none.status == 0, "\(none.output)\(none.errors)")
  }

  @Test func `writes scripts with the files that lines of sourced scripts read`() throws {
    let sandbox = try Sandbox([
      "begin.macho": "feature contacts\nsource more/open.macho\n",
      "more/open.macho": "[!env:NEVER] start @file(\"book.json\")\n",
      "book.json":
        #"{"contacts": [{"id": "00000000-0000-0000-0000-000000000001", "name": "Blob"}]}"#,
    ])
    let found = try sandbox.run(
      .macho, "explore", "contacts", "--from", "begin.macho", "--seed", "1", "--invariant",
      "contacts.count == 0", "--output", "out")
    #expect(found.status == 1, "\(found.output)\(found.errors)")
    #expect(!found.output.contains("Blob"))
    let path = String(try #require(found.output.firstMatch(of: /written to (\S+)/)?.1))
    let script = try sandbox.read(path)
    #expect(script.contains(#"start @file("book.json")"#))
    #expect(
      script.hasSuffix(
        """

        -- book.json --
        {"contacts": [{"id": "00000000-0000-0000-0000-000000000001", "name": "Blob"}]}

        """), "\(script)")
    let failing = try sandbox.run(.macho, "test", path)
    #expect(failing.status == 1)
    #expect(failing.output.contains("contacts.count is 1, expected == 0"), "\(failing.output)")
  }

  @Test(arguments: [
    (["contacts", "--from", "begin.macho"], "the lines open 'counter', and 'contacts' is"),
    (["counter", "--from", "begin.macho:9"], "begin.macho has 2 lines, not 9"),
    (["counter", "--bind", "count,nosuch"], "no action of 'counter' sets a property"),
  ])
  func `is refused if it explores something else`(arguments: [String], reason: String) throws {
    let sandbox = try Sandbox(["begin.macho": "feature counter\nsend incrementButtonTapped"])
    let run = try sandbox.run(.macho, ["explore", "--runs", "1"] + arguments, input: .text(""))
    #expect(run.status == 2)
    #expect(run.errors.contains(reason), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `fails if a sourced script does`() throws {
    let sandbox = try Sandbox([
      "begin.macho": "feature counter\nsource wrong.macho\n", "wrong.macho": "send nothing\n",
    ])
    let run = try sandbox.run(.macho, "explore", "counter", "--from", "begin.macho", "--runs", "1")
    #expect(run.status == 2)
    #expect(run.errors.contains("no-such-case"), "\(run.errors)")
    #expect(run.errors.contains("in the lines of begin.macho"), "\(run.errors)")
  }
}

@Suite struct `A driver` {
  @Test func `refuses two features with one name`() {
    #expect(Catalog.duplicateName(in: [Tutorial.feature]) == nil)
    #expect(
      Catalog.duplicateName(in: [Tutorial.feature, Tutorial.feature]) == Tutorial.feature.name)
  }

  @Test(arguments: [
    ("counter", true), ("search-tca", true), ("größe_2", true), ("日本", true), ("a\"(", true),
    ("", false), ("my name", false), ("a\nb", false), ("a\tb", false), ("count\u{200B}er", false),
  ])
  func `refuses a feature whose name no line can contain`(name: String, canOpen: Bool) {
    #expect(Catalog.canOpen(name) == canOpen)
    #expect(Catalog.invalidName(in: [Tutorial.feature]) == nil)
  }
}
