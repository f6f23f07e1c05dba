import Testing

@Suite struct `The subcommand features` {
  @Test func `lists everything of a feature that a script can use`() throws {
    let run = try Sandbox().run(.macho, "features", "counter")
    #expect(run.status == 0)
    #expect(
      run.output == """
        counter: A number that goes up and down, and a fact about it.

        actions
          factResponse(Result<String, any Error>)  the fact or an error
          incrementButtonTapped  one more
          decrementButtonTapped  one less
          factButtonTapped  asks for a fact about the number

        state
          count: Int
          fact: String?
          failure: String?
          isLoading: Bool

        computed
          isEven: Bool

        stubs
          numberFact.fetch(Int) -> String
          uuid -> UUID
          date.now -> Date
          random -> UInt64

        presets
          context preview "no fact"
          context preview "slow"

        """)
  }

  @Test func `lists actions in sendable form, and their aliases`() throws {
    let timeline = try Sandbox().run(.macho, "features", "timeline")
    #expect(timeline.output.contains("\n  LoginAction(name: String)\n  ForceLogoutAction()\n"))
    let redux = try Sandbox().run(.macho, "features", "search-redux")
    #expect(
      redux.output.contains(
        """

          queryChanged($0)  stands for typeQuery($0)
          retryButtonTapped  stands for fetchRepositories

        """))
    let json = try Sandbox().run(.macho, "features", "search-redux", "--json")
    #expect(json.output.contains("\"standsFor\" : \"typeQuery($0)\""))
  }

  @Test func `prints the same as JSON`() throws {
    let run = try Sandbox().run(.macho, "features", "counter", "--json")
    #expect(run.status == 0)
    #expect(run.output.contains("\"computed\" : [\n      \"isEven: Bool\"\n    ]"))
    #expect(run.output.contains("\"signature\" : \"numberFact.fetch(Int) -> String\""))
    #expect(run.output.contains("\"summary\" : \"one more\""))
  }

  @Test func `lists calls that no stub covers, by file`() throws {
    let run = try Sandbox().run(.macho, "features", "counter", "--check")
    #expect(run.status == 1)
    #expect(run.output == "MachoGallery/UserDefaultsDataStore.swift: UserDefaults.standard\n")
  }

  @Test func `cannot print a check as JSON`() throws {
    #expect(try Sandbox().run(.macho, "features", "--check", "--json").status == 2)
  }
}
