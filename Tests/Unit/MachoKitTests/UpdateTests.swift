import Testing

@Suite struct `test --update` {
  @Test func `writes actual output, keeps comments and matchers, and is idempotent`() throws {
    let sandbox = try Sandbox(["counter.macho": Scripts.wrong])
    let update = try sandbox.run(.macho, "test", "--update", "counter.macho")
    #expect(update.status == 0)
    #expect(update.output.hasPrefix("UPDATED counter.macho (3 expectations)\n1 updated"))
    #expect(try sandbox.read("counter.macho") == Scripts.corrected)

    let again = try sandbox.run(.macho, "test", "--update", "counter.macho")
    #expect(again.status == 0)
    #expect(again.output == "PASS counter.macho (5 commands)\n1 passed\n")
    #expect(try sandbox.read("counter.macho") == Scripts.corrected)
    #expect(try sandbox.run(.macho, "test", "--strict", "counter.macho").status == 0)
  }

  @Test func `writes expectations of a sourced file on which the scripts agree`() throws {
    let whole = "feature counter\nsource part.macho\n"
    let part = "state isLoading\n| old\nstate count\n| 0\nstate fact\n"
    let sandbox = try Sandbox(["a.macho": whole, "b.macho": whole, "part.macho": part])
    let update = try sandbox.run(.macho, "test", "--update")
    #expect(
      update.output == """
        UPDATED a.macho (1 expectation in part.macho)
        UPDATED b.macho (1 expectation in part.macho)
        SKIP part.macho: it opens no feature, and a.macho sources it
        2 updated, 1 skipped, 2 commands not compared

        """)
    #expect(update.status == 0)
    let updated = part.replacing("old", with: "false")
    #expect(try sandbox.read("part.macho") == updated)

    try sandbox.write(part, to: "part.macho")
    let review = try sandbox.run(.macho, "test", "--review")
    #expect(review.status == 3)
    #expect(review.output.hasPrefix("PENDING a.macho (1 expectation in part.macho.new)\n"))
    #expect(try sandbox.run(.macho, "accept").output == "ACCEPTED part.macho\n")
    #expect(try sandbox.read("part.macho") == updated)
    #expect(try sandbox.run(.macho, "test").status == 0)

    #expect(try sandbox.run(.macho, "test", "--strict", "--update").status == 0)
    #expect(try sandbox.read("part.macho") == updated + "| nil\n")
  }

  @Test func `says which scripts disagree on an expectation of a sourced file`() throws {
    let sandbox = try Sandbox([
      "a.macho": "feature counter\nsource part.macho\n",
      "b.macho": "feature counter\nstart State(count: 1)\nsource part.macho\n",
      "part.macho": "state count\n| old\nstate isLoading\n| old\n",
    ])
    let update = try sandbox.run(.macho, "test", "--update")
    #expect(update.status == 1)
    for name in ["a", "b"] {
      #expect(
        update.output.contains(
          "FAIL \(name).macho (1 expectation in part.macho written; not updated: line 1 of part.macho "
            + "does not print the same in a.macho and b.macho)\n"))
    }
    #expect(
      try sandbox.read("part.macho") == "state count\n| old\nstate isLoading\n| false\n")
  }

  @Test func `does not count new expectations as not compared`() throws {
    let sandbox = try Sandbox(["counter.macho": "feature counter\nstate\n"])
    let update = try sandbox.run(.macho, "test", "--update", "counter.macho")
    #expect(update.output == "UPDATED counter.macho (1 expectation)\n1 updated\n")
  }

  @Test func `writes only missing or only failed expectations`() throws {
    let sandbox = try Sandbox(["missing.macho": Scripts.wrong, "failed.macho": Scripts.wrong])
    let missing = try sandbox.run(.macho, "test", "--update=missing", "missing.macho")
    #expect(missing.status == 1)
    let filled = try sandbox.read("missing.macho")
    #expect(filled == Scripts.wrong + Scripts.corrected.split(after: "state\n"))

    let failed = try sandbox.run(.macho, "test", "--update=failed", "failed.macho")
    #expect(failed.status == 0)
    #expect(failed.output.hasPrefix("UPDATED failed.macho (2 expectations)\n"))
    let mended = try sandbox.read("failed.macho")
    #expect(mended + Scripts.corrected.split(after: "state\n") == Scripts.corrected)
  }

  @Test func `leaves a failing command, and what depends on it`() throws {
    let script = """
      feature counter
      send incrementButtonTapped
      expect count == 2
      state count
      ## another one
      feature counter
      state count

      """
    let sandbox = try Sandbox(["wrong.macho": script, "known.macho": "xfail \"#17\"\n" + script])
    let update = try sandbox.run(.macho, "test", "--update", "wrong.macho", "known.macho")
    #expect(update.status == 1)
    let note = { (line: Int) in
      "(2 expectations written; not updated: line \(line) fails, and 1 command below"
    }
    #expect(update.output.contains("FAIL wrong.macho " + note(3) + " depends on it)\n"))
    #expect(update.output.contains("XFAIL known.macho: #17 " + note(4) + " depends on it)\n"))
    #expect(update.output.contains("\n  1 command below was not run\n"))
    let text = try sandbox.read("wrong.macho")
    #expect(text.contains("\n| +   count: 1,\n"))
    #expect(
      text.hasSuffix(
        "\nexpect count == 2\nstate count\n## another one\nfeature counter\nstate count\n| 0\n"))
    #expect(try sandbox.read("known.macho") == "xfail \"#17\"\n" + text)
    #expect(try sandbox.run(.macho, "test", "known.macho").status == 0)
  }

  @Test(arguments: [
    "feature counter\nsend incrementButtonTapped\nsned x\n",
    "feature counter\nstate\nsend factResponse(\n",
  ])
  func `skips a script that cannot be parsed`(script: String) throws {
    let sandbox = try Sandbox(["wrong.macho": script])
    let update = try sandbox.run(.macho, "test", "--update", "wrong.macho")
    #expect([1, 2].contains(update.status))
    #expect(update.output.hasPrefix("FAIL wrong.macho"))
    #expect(try sandbox.read("wrong.macho") == script)
  }

  @Test func `skips a script whose output is not deterministic`() throws {
    let script = "feature unordered\nsend list\n"
    let sandbox = try Sandbox(["set.macho": script])
    let update = try sandbox.run(.externalWorkDriver, "test", "--update", "set.macho")
    #expect(update.status == 1)
    #expect(update.output.contains("not-deterministic: the two runs differ; nothing was written"))
    #expect(try sandbox.read("set.macho") == script)
  }

  @Test func `skips a script that crashes`() throws {
    let script = "feature traps\nsend increment\nsend unwrapNil\n"
    let sandbox = try Sandbox(["trap.macho": script])
    let update = try sandbox.run(.externalWorkDriver, "test", "--update", "trap.macho")
    #expect(update.status == 4)
    #expect(try sandbox.read("trap.macho") == script)
  }

  @Test(arguments: ["--update", "--review"])
  func `writes under CI only with an explicit mode`(option: String) throws {
    let script = "feature counter\nstate\n"
    let sandbox = try Sandbox(["counter.macho": script])
    sandbox.environment = ["CI": "1"]
    let bare = try sandbox.run(.macho, "test", option)
    #expect(bare.status == 0)
    #expect(
      bare.errors
        == "CI is set, so '\(option)' alone writes nothing and scripts are only compared; "
        + "use '\(option)=all' to write\n")
    #expect(bare.output == "PASS counter.macho (2 commands)\n1 passed, 1 command not compared\n")
    #expect(try sandbox.read("counter.macho") == script)
    #expect(try sandbox.run(.macho, "review").status == 0)

    let named = try sandbox.run(.macho, "test", option + "=missing")
    #expect(named.status == (option == "--update" ? 0 : 3))
    #expect(named.errors == "")
    #expect((try sandbox.read("counter.macho") == script) == (option == "--review"))
  }

  @Test func `fails under CI instead of writing`() throws {
    let sandbox = try Sandbox(["counter.macho": Scripts.wrong])
    sandbox.environment = ["CI": "1"]
    #expect(try sandbox.run(.macho, "test", "--update").status == 1)
    #expect(try sandbox.read("counter.macho") == Scripts.wrong)
  }

  @Test func `preserves CRLF`() throws {
    let sandbox = try Sandbox(["counter.macho": "feature counter\r\nstate\r\n"])
    #expect(try sandbox.run(.macho, "test", "--update", "counter.macho").status == 0)
    let lines = try sandbox.read("counter.macho").split(separator: "\r\n")
    #expect(lines.count == 8)
    #expect(lines.last == "| )")
  }
}

extension String {
  fileprivate func split(after text: String) -> String {
    components(separatedBy: text).dropFirst().joined(separator: text)
  }
}
