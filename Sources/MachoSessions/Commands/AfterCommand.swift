extension Command {
  package static let after: Command = property(
    .after, usage: "ACTION CONDITION", summary: "declare a condition that holds after an action",
    details: """
      ACTION is as for 'receive'. Checked directly after the action, before the actions that effects
      send because of it. An undefined '$name' in ACTION is any value, and that value in CONDITION.

        after incrementButtonTapped count > old(count)
        after deleteButtonTapped(id: $id) rows[id: $id] == nil
      """)
}
