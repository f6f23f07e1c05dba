extension Command {
  package static let once: Command = property(
    .once, usage: "CONDITION always CONDITION",
    summary: "declare a condition that holds from some state on",
    details: """
      The second condition holds in the first state in which the first one holds, and in all later ones.

        once count > 2 always count > 0
      """)
}
