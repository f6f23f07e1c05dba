import Foundation
import Testing

/// Exports of a session to other formats.
@Suite struct Exporting {
  private static let fact = """
    feature counter
    ## a fact
    stub numberFact.fetch(1) -> "one; #1\\nof \\"many\\"" after 1s
    send incrementButtonTapped
    send factButtonTapped
    advance 1s
    receive factResponse.success

    """

  @Test func `compares the content of a property that a test cannot assign`() throws {
    let sandbox = try Sandbox([
      "shared.macho": "feature ledger\nsend add(2)\n|...\n"
    ])
    let run = try sandbox.run(.externalWorkDriver, "export", "swift", "shared.macho")
    #expect(run.status == 0)
    #expect(run.output.contains("  #expect(store.state.shown == 2)\n"))
  }

  @Test func `time that led to undone actions only is left out`() throws {
    let lines = [
      #"send binding(.set(\.query, "a"))"#, "advance 300ms", "undo",
      #"send binding(.set(\.query, ""))"#, "export swift",
    ]
    let run = try Sandbox().run(
      .macho, ["repl", "search"], input: .text(lines.joined(separator: "\n") + "\n"))
    #expect(run.output.contains(#"await store.send(.binding(.set(\.query, "a")))"#))
    #expect(!run.output.contains("clock.advance"))
  }

  @Test func `each case of a specification is a test of its own name`() throws {
    let sandbox = try Sandbox([
      "s.macho": """
      # about counting
      feature counter

      ## cases
      - start
      - 1
      - -1

      start State(count: $start)
      send incrementButtonTapped
      |...
      """
    ])
    let names = try [6, 7].map { line in
      let run = try sandbox.run(.macho, "export", "swift", "s.macho:\(line)")
      return run.output.split(separator: "\n").first { $0.hasPrefix("@Test") }
    }
    #expect(
      names == ["@Test func sStart1Line6() async {", "@Test func sStart1Line7() async {"])
  }

  @Test func `A diagram shows actions and the lifetime of effects`() throws {
    let sandbox = try Sandbox(["fact.macho": Self.fact])
    let run = try sandbox.run(.macho, "export", "mermaid", "fact.macho")
    #expect(run.status == 0)
    #expect(
      run.output == """
        sequenceDiagram
          actor user as user
          participant s1 as counter
          participant s1e1 as #35;1 run
          participant d1 as numberFact.fetch
          participant clock as clock
          Note over user: a fact
          user->>s1: incrementButtonTapped
          user->>s1: factButtonTapped
          s1->>+s1e1: from factButtonTapped
          s1->>d1: numberFact.fetch(1)
          d1-->>s1: "one#59; #35;1\\nof \\"many\\"" after 1s
          user->>clock: advance 1s
          s1e1-->>s1: factResponse.success("one#59; #35;1\\nof \\"many\\"")
          deactivate s1e1

        """)
  }

  @Test func `A diagram shows cancelled and pending effects and undo`() throws {
    let sandbox = try Sandbox([
      "search.macho": """
      feature search
      stub gitHub.searchRepositories("a") pending
      stub gitHub.searchRepositories("swift") pending
      send appeared
      send binding.set(\\.query, "a")
      advance 300ms
      receive queryChangeSettled
      undo

      """
    ])
    let run = try sandbox.run(.macho, "export", "mermaid", "search.macho")
    #expect(
      run.output == """
        sequenceDiagram
          actor user as user
          participant s1 as search
          participant s1e1 as #35;1 search
          participant d1 as gitHub.searchRepositories
          participant s1e2 as #35;2 typing
          participant clock as clock
          participant s1e3 as #35;3 search
          user->>s1: appeared
          s1->>+s1e1: from appeared
          s1->>d1: gitHub.searchRepositories("swift")
          user->>s1: binding(.set(\\.query, "a"))
          s1->>+s1e2: from binding
          user->>clock: advance 300ms
          s1-xs1e1: cancelled
          deactivate s1e1
          s1->>+s1e3: from queryChangeSettled
          s1->>d1: gitHub.searchRepositories("a")
          s1-->>s1: queryChangeSettled
          deactivate s1e2
          Note over s1: undo
          s1-xs1e3: cancelled
          deactivate s1e3

        """)
  }

  @Test(arguments: ["counter", "search", "contacts", "timeline", "ports", "boot/done"])
  func `Each line of a diagram is valid Mermaid`(_ name: String) throws {
    let script = try Gallery.script(name + ".macho")
    let sandbox = try Sandbox(["script.macho": script])
    let run = try sandbox.run(.macho, "export", "mermaid", "script.macho")
    #expect(run.status == 0, "\(run.errors)")
    var lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)[...]
    #expect(lines.popFirst() == "sequenceDiagram")
    #expect(lines.popLast() == "")
    let id = "[a-z][a-z0-9]*"
    let text = "[^;#\\n]*(?:#[0-9a-z]+;[^;#\\n]*)*"
    let forms = [
      "(?:actor|participant) (\(id)) as \(text)",
      "(\(id))(?:->>|-->>|->>\\+|-x)(\(id)): \(text)", "Note over (\(id)): \(text)",
      "deactivate (\(id))",
    ].map { try! Regex("  " + $0) }
    var (known, active): (Set<Substring>, [Substring]) = ([], [])
    for line in lines {
      let matches = forms.compactMap { try? $0.wholeMatch(in: line) }
      let match = try #require(matches.first, "\(line)")
      let names = match.output.dropFirst().compactMap(\.substring)
      if line.hasPrefix("  actor") || line.hasPrefix("  participant") {
        #expect(known.insert(names[0]).inserted, "\(line)")
      }
      for name in names { #expect(known.contains(name), "\(line)") }
      if line.contains("->>+") { active.append(names[1]) }
      if line.hasPrefix("  deactivate") {
        let index = try #require(active.firstIndex(of: names[0]), "\(line)")
        active.remove(at: index)
      }
    }
    #expect(active.isEmpty)
  }

  @Test func `JSON contains all events in a stable format`() throws {
    let sandbox = try Sandbox(["fact.macho": Self.fact + "undo\n! [no-such-case] send oops\n"])
    let run = try sandbox.run(.macho, "export", "json", "fact.macho", "--output", "fact.json")
    #expect(run.status == 0 && run.output.isEmpty)
    let text = try sandbox.read("fact.json")
    let keys = text.matches(of: /\n  "([a-z]+)":/).map { String($0.output.1) }
    #expect(keys == ["version", "stores", "lines", "steps", "effects", "calls"])
    let parsed = try JSONSerialization.jsonObject(with: Data(text.utf8))
    let whole = try #require(parsed as? [String: Any])
    let steps = try #require(whole["steps"] as? [[String: Any]])
    #expect(steps.map { $0["cause"] as? String } == ["sent", "sent", "received"])
    #expect(steps.map { $0["isActive"] as? Bool } == [true, true, false])
    #expect(steps[2]["effect"] as? Int == 1)
    #expect(steps[2]["action"] as? String == "factResponse.success(\"one; #1\\nof \\\"many\\\"\")")
    #expect((steps[0]["diff"] as? String)?.contains("+   count: 1,") == true)
    let effects = try #require(whole["effects"] as? [[String: Any]])
    #expect(effects.count == 1)
    #expect(effects[0]["origin"] as? String == "factButtonTapped")
    #expect(effects[0]["startLine"] as? Int == 4 && effects[0]["endLine"] as? Int == 5)
    #expect(effects[0]["outcome"] as? String == "finished")
    let lines = try #require(whole["lines"] as? [[String: Any]])
    #expect(lines.compactMap { $0["code"] as? String } == ["no-such-case"])
    #expect(lines[4]["time"] as? Int == 1_000_000_000)
    #expect(lines[4]["phase"] as? String == "a fact")
  }

  @Test func `A session at a prompt is exported with the responses of its dependencies`() throws {
    let sandbox = try Sandbox()
    let typed = """
      send incrementButtonTapped
      send factButtonTapped
      export swift CounterTests.swift
      export swift CounterTests.swift
      export swift CounterTests.swift --overwrite
      export swift

      """
    let run = try sandbox.run(.macho, "repl", "counter", input: .text(typed))
    #expect(run.status == 1)
    #expect(run.output.contains("unwritable: cannot record to CounterTests.swift"))
    let test = try sandbox.read("CounterTests.swift")
    #expect(test.contains("@Test func counterTests() async {"))
    #expect(test.contains("$0.context = .preview"))
    #expect(test.contains("await store.send(.incrementButtonTapped) { $0.count = 1 }"))
    #expect(run.output.contains("@Test func counter() async {"))
  }

  @Test(arguments: [
    ("timeline", "'timeline' is not a reducer"), ("nowhere", "cannot read nowhere.macho"),
  ])
  func `A failed export reports the reason`(_ name: String, _ why: String) throws {
    let sandbox = try Sandbox(["timeline.macho": "feature timeline\n"])
    let run = try sandbox.run(.macho, "export", "swift", name + ".macho")
    #expect(run.status == (name == "timeline" ? 1 : 2))
    #expect(run.errors.contains(why), "\(run.errors)")
    #expect(run.output.isEmpty)
  }

  @Test func `A history that depends on undone actions is rejected`() throws {
    let sandbox = try Sandbox([
      "way.macho": """
      feature search
      stub gitHub.searchRepositories("swift") -> [] after 1s
      stub gitHub.searchRepositories("a") pending
      send appeared
      send binding.set(\\.query, "a")
      advance 300ms
      receive queryChangeSettled
      undo 2
      advance 1s
      expect isLoading

      """
    ])
    let run = try sandbox.run(.macho, "export", "swift", "way.macho")
    #expect(run.status == 1)
    #expect(
      run.errors.hasPrefix(
        "not-supported: without the undone actions, 'finish' fails: a received action"))
  }

  @Test func `Stubs that only undone actions called are no obstacle`() throws {
    let sandbox = try Sandbox([
      "way.macho": """
      feature counter
      stub numberFact.fetch -> "x"
      send factButtonTapped
      receive factResponse
      undo
      send incrementButtonTapped

      """
    ])
    let run = try sandbox.run(.macho, "export", "swift", "way.macho")
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.contains("await store.send(.incrementButtonTapped) { $0.count = 1 }"))
    #expect(!run.output.contains("factButtonTapped"))
  }

  @Test func `Usage lists the formats`() throws {
    let sandbox = try Sandbox(["a.macho": "feature counter\n"])
    let run = try sandbox.run(.macho, "export", "pdf", "a.macho")
    #expect(run.status == 2)
    #expect(run.errors.contains("swift") && run.errors.contains("mermaid"))
  }
}

/// Saving part of a session as a script.
@Suite struct `Saving part of a session` {
  private func save(_ line: String, after typed: String, feature: String = "counter") throws -> (
    sandbox: Sandbox, output: String
  ) {
    let sandbox = try Sandbox()
    let run = try sandbox.run(
      .macho, "repl", feature, input: .text(typed + "\n" + line + "\n"))
    return (sandbox, run.output)
  }

  /// The name of the first variable is the beginning of the other one's.
  private static let counted = """
    let on = count
    stub numberFact.fetch -> "first", then "second", then "third"
    send factButtonTapped
    send incrementButtonTapped
    let one = count
    mark here
    expect count == $one
    send factButtonTapped
    send incrementButtonTapped
    """

  @Test func `starts with the state and the remaining stubs at that position`() throws {
    let (sandbox, _) = try save(
      "save part.macho here", after: Self.counted + "\nexpect count != $one")
    let script = try sandbox.read("part.macho")
    #expect(
      script.hasPrefix(
        """
        #!macho 1
        context preview
        feature counter
        start CounterFeature.State(count: 1, fact: nil, failure: nil, isLoading: false)
        let one = 1
        stub numberFact.fetch -> "second", then "third"
        let one = count
        expect count == $one
        send factButtonTapped
        """))
    #expect(try sandbox.run(.macho, "test", "--strict", "part.macho").status == 0)
  }

  @Test func `ends at the given position`() throws {
    let (sandbox, _) = try save("save part.macho 0 1", after: Self.counted)
    let script = try sandbox.read("part.macho")
    #expect(script.contains("first") && !script.contains("incrementButtonTapped"))
    #expect(try sandbox.run(.macho, "test", "--strict", "part.macho").status == 0)
  }

  @Test func `is rejected if effects are in flight`() throws {
    let (_, output) = try save(
      "save part.macho 1",
      after: "stub numberFact.fetch pending\nsend factButtonTapped\nsend incrementButtonTapped")
    #expect(
      output.contains(
        "not-supported: a script cannot begin at that point: effects are in flight"))
    #expect(output.contains("#1 run, from factButtonTapped"))
  }

  @Test func `is rejected if the state alone does not reproduce the result`() throws {
    let (_, output) = try save(
      "save part.macho 2",
      after: "send addButtonTapped\nsend destination.dismiss\nsend addButtonTapped",
      feature: "contacts")
    #expect(output.contains("the slice does something else when it starts from that state"))
  }

  @Test func `leaves no file if it is rejected`() throws {
    let (sandbox, _) = try save(
      "save part.macho 1",
      after: "stub numberFact.fetch pending\nsend factButtonTapped\nsend incrementButtonTapped")
    #expect(throws: (any Error).self) { try sandbox.read("part.macho") }
  }
}
