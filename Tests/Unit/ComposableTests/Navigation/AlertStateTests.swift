import CustomDump
import Testing

@testable import Composable

@Suite struct AlertStateTests {
  private enum Choice: Hashable {
    case confirm
    case save(Int)
  }

  private let alert = AlertState<Choice> {
    TextState("Delete?")
  } actions: {
    ButtonState(role: .destructive, action: .confirm) { TextState("Confirm") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  } message: {
    TextState("This cannot be undone.")
  }

  @Test func `Alerts with equal texts and actions are equal`() {
    let older = AlertState<Choice>(
      title: TextState("Delete?"), message: TextState("This cannot be undone."),
      primaryButton: .destructive(TextState("Confirm"), action: .send(.confirm)),
      secondaryButton: .cancel(TextState("Cancel")))
    #expect(alert == older)
    #expect(alert.hashValue == older.hashValue)
    var other = alert
    other.message = nil
    #expect(other != alert)
  }

  @Test func `The older forms create the same alerts`() {
    #expect(
      AlertState<Choice>(title: TextState("Hi"), dismissButton: .default(TextState("OK")))
        == AlertState {
          TextState("Hi")
        } actions: {
          ButtonState { TextState("OK") }
        })
    #expect(
      AlertState<Choice>(title: TextState("Hi"), buttons: [.default(TextState("OK"))]).buttons
        == [ButtonState { TextState("OK") }])
    #expect(AlertState<Choice> { TextState("Hi") } == AlertState(title: TextState("Hi")))
  }

  @Test func `An alert is printed as upstream prints it`() {
    #expect(
      String(customDumping: alert) == """
        AlertState(
          title: "Delete?",
          actions: [
            [0]: ButtonState(
              role: .destructive,
              action: .send(
                .confirm
              ),
              label: "Confirm"
            ),
            [1]: ButtonState(
              role: .cancel,
              action: .send(nil),
              label: "Cancel"
            )
          ],
          message: "This cannot be undone."
        )
        """)
    #expect(
      String(customDumping: AlertState<Choice> { TextState("Hi") }) == """
        AlertState(title: "Hi")
        """)
  }

  @Test func `A dialog is printed with its visibility if that is set`() {
    let dialog = ConfirmationDialogState<Choice>(titleVisibility: .visible) {
      TextState("Sort")
    } actions: {
      ButtonState(action: .save(1)) { TextState("Name") }
    }
    #expect(
      String(customDumping: dialog) == """
        ConfirmationDialogState(
          titleVisibility: .visible,
          title: "Sort",
          actions: [
            [0]: ButtonState(
              action: .send(
                .save(1)
              ),
              label: "Name"
            )
          ]
        )
        """)
    #expect(
      dialog
        == ConfirmationDialogState(
          title: TextState("Sort"), titleVisibility: .visible,
          buttons: [.default(TextState("Name"), action: .send(.save(1)))]))
  }

  @Test func `A map changes only the buttons' actions`() {
    let mapped = alert.map { $0 == nil ? "nothing" : "something" }
    #expect(mapped.buttons.map(\.action) == [.send("something"), .send("nothing")])
    #expect(mapped.title == alert.title)
    #expect(mapped.message == alert.message)
    let dialog = ConfirmationDialogState<Choice>(
      title: TextState("Sort"), buttons: [.cancel(TextState("No"))])
    #expect(dialog.map { _ in 1 }.buttons.map(\.action.action) == [1])
  }

  @Test(arguments: [true, false])
  func `Buttons can be conditional or in loops`(flag: Bool) {
    let alert = AlertState<Choice> {
      TextState("Which?")
    } actions: {
      if flag { ButtonState(action: .confirm) { TextState("Yes") } }
      if flag {
        ButtonState { TextState("A") }
      } else {
        ButtonState { TextState("B") }
      }
      for number in 1...2 {
        ButtonState(action: .save(number)) { TextState("\(number)") }
      }
    }
    let labels = alert.actions.map { String(state: $0.label) }
    #expect(labels == (flag ? ["Yes", "A"] : ["B"]) + ["1", "2"])
  }

  @Test func `A button passes its action to a closure`() {
    var actions: [Choice?] = []
    for button in alert.actions { button.withAction { actions.append($0) } }
    #expect(actions == [.confirm, nil])
  }

  @Test func `Texts are concatenated, styled, printed with markup and read without it`() {
    let text = TextState("Delete ") + TextState(verbatim: "all").bold().italic() + TextState("?")
    #expect(String(state: text) == "Delete all?")
    #expect(String(customDumping: text) == #""Delete _**all**_?""#)
    #expect(text != TextState("Delete all?"))
    #expect(TextState("a").underline() != TextState("a"))
    #expect(TextState("a").underline(false) == TextState("a"))
    let marked = TextState("a").strikethrough() + TextState("b").monospaced()
    #expect(String(customDumping: marked) == #""~~a~~<code>b</code>""#)
  }
}
