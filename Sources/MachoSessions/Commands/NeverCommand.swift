extension Command {
  package static let never: Command = property(
    .never, usage: "CONDITION", summary: "declare a condition that holds in no state",
    details: """
      The opposite of 'always'.

        never isLoading and fact != nil
      """)
}
