extension Command {
  package static let at: Command = property(
    .at, usage: "rest CONDITION",
    summary: "declare a condition that holds when the store is at rest",
    details: """
      The store is at rest if no effect is in flight, no call is pending and nothing sleeps.

        at rest not isLoading
      """)
}
