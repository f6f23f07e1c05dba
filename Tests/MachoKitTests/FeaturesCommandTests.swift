import Testing

@Suite struct `The subcommand features` {
  @Test func `describes all that a script can name of a feature`() throws {
    let run = try Sandbox().run(.macho, "features", "counter")
    #expect(run.status == 0)
    #expect(
      run.output == """
        counter: A number that goes up and down, and a fact about it.

        actions
          factResponse(Result<String, any Error>)
          incrementButtonTapped
          decrementButtonTapped
          factButtonTapped

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

        """)
  }

  @Test func `says the same as JSON`() throws {
    let run = try Sandbox().run(.macho, "features", "counter", "--json")
    #expect(run.status == 0)
    #expect(run.output.contains("\"computed\" : [\n      \"isEven: Bool\"\n    ]"))
    #expect(run.output.contains("\"signature\" : \"numberFact.fetch(Int) -> String\""))
  }
}
