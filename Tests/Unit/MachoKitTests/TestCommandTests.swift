import Testing

@Suite struct `The subcommand test` {
  @Test func `shows expected output after E and actual output after A`() throws {
    let sandbox = try Sandbox(["wrong.macho": Scripts.wrong])
    let test = try sandbox.run(.macho, "test", "wrong.macho")
    #expect(test.status == 1)
    #expect(
      test.output == """
        FAIL wrong.macho
          wrong.macho:5  ## up
          send incrementButtonTapped
          count: expected 2, actual 1
             |   CounterFeature.State(
             | -   count: 0,
          > E| +   count: 2,
          > A| +   count: 1,
             |     fact: nil,
             |     failure: nil,
             |     isLoading: false
             |   )
          line 8: the output differs
          wrong.macho:15  ## up
          send incrementButtonTapped
          count: expected 3, actual 2
             |   CounterFeature.State(
             | -   count: 1,
          > E| +   count: 3,
             | +   count: 2,
             |     fact: nil,
             |     failure: nil,
             (2 equal lines)
          line 17: the diff has no such change
        1 failed, 1 command not compared

        """)
    #expect(test.errors == "")
    #expect(try sandbox.read("wrong.macho") == Scripts.wrong)
  }

  @Test func `fails output without an expectation with --strict`() throws {
    let sandbox = try Sandbox(["loose.macho": "feature counter\nstate\n"])
    let loose = try sandbox.run(.macho, "test", "loose.macho")
    #expect(loose.status == 0)
    #expect(
      loose.output == "PASS loose.macho (2 commands)\n1 passed, 1 command not compared\n")
    let strict = try sandbox.run(.macho, "test", "--strict", "loose.macho")
    #expect(strict.status == 1)
    #expect(
      strict.output.contains("  uncompared: the script is strict and this output has no"))
  }

  @Test func `runs the scripts that --filter matches`() throws {
    let sandbox = try Sandbox([
      "a/one.macho": Scripts.fine, "a/two.macho": Scripts.wrong, "b/three.macho": Scripts.fine,
    ])
    let some = try sandbox.run(.macho, "test", "--filter", "one|b/.*ee")
    #expect(some.status == 0)
    #expect(
      some.output
        == """
        PASS a/one.macho (3 commands)
        PASS b/three.macho (3 commands)
        2 passed

        """)
    let none = try sandbox.run(.macho, "test", "--filter", "four")
    #expect(none.status == 5)
    #expect(none.output == "")
    #expect(none.errors == "no script matches --filter\n")
  }

  @Test func `reports in the order of the paths with any number of jobs`() throws {
    let names = (0..<12).map { "\($0 < 10 ? "0" : "")\($0).macho" }
    let sandbox = try Sandbox(
      Dictionary(uniqueKeysWithValues: names.map { ($0, Scripts.fine) }))
    for jobs in ["1", "2", "5"] {
      let test = try sandbox.run(.macho, ["test", "--jobs", jobs] + names, input: .text(""))
      #expect(test.status == 0)
      #expect(
        test.output
          == names.map { "PASS \($0) (3 commands)\n" }.joined() + "12 passed\n")
    }
    let backwards = Array(names.reversed())
    let test = try sandbox.run(.macho, ["test", "--jobs", "2"] + backwards, input: .text(""))
    #expect(test.output.hasPrefix("PASS 11.macho (3 commands)\nPASS 10.macho"))
  }

  @Test func `repeats a script without a difference`() throws {
    let sandbox = try Sandbox(["fine.macho": Scripts.fine])
    let test = try sandbox.run(.macho, "test", "--repeat", "20", "fine.macho")
    #expect(test.status == 0)
    #expect(test.output == "PASS fine.macho (3 commands)\n1 passed\n")
  }

  @Test func `exits with the status that takes precedence`() throws {
    let sandbox = try Sandbox([
      "fine.macho": Scripts.fine, "wrong.macho": Scripts.wrong, "broken.macho": "send (\n",
    ])
    func status(_ paths: String...) throws -> Int32? {
      try sandbox.run(.macho, ["test"] + paths, input: .text("")).status
    }
    #expect(try status("fine.macho") == 0)
    #expect(try status("fine.macho", "wrong.macho") == 1)
    #expect(try status("wrong.macho", "broken.macho", "fine.macho") == 2)
    #expect(try status("fine.macho", "missing.macho") == 2)
    #expect(try status("wrong.macho", "missing.macho") == 2)
  }
}

enum Scripts {
  static let fine = """
    feature counter
    send incrementButtonTapped
    |...
    | +   count: 1,
    |...
    expect count == 1

    """

  /// Two expectations do not match and one is missing.
  static let wrong = """
    # a counter
    feature counter

    ## up
    send incrementButtonTapped
    |   CounterFeature.State(
    | -   count: 0,
    | +   count: 2,
    |     fact: nil,
    |     failure: nil,
    |     isLoading: false
    |   )

    # and again
    send incrementButtonTapped
    |...
    | +   count: 3,
    |...
    expect count == 2
    state

    """

  static let corrected = """
    # a counter
    feature counter

    ## up
    send incrementButtonTapped
    |   CounterFeature.State(
    | -   count: 0,
    | +   count: 1,
    |     fact: nil,
    |     failure: nil,
    |     isLoading: false
    |   )

    # and again
    send incrementButtonTapped
    |...
    | +   count: 2,
    |...
    expect count == 2
    state
    | CounterFeature.State(
    |   count: 2,
    |   fact: nil,
    |   failure: nil,
    |   isLoading: false
    | )

    """
}
