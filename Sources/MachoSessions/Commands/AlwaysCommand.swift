extension Command {
  package static let always: Command = property(
    .always, usage: "CONDITION", summary: "declare a condition that holds in every state",
    details: """
      Checked now, after each action that is sent, and after each that an effect sends.

        always count >= 0
        always count >= old(count) and total <= limit
      """)
}
