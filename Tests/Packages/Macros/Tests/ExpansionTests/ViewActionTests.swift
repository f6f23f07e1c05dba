import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `ViewAction` {
  @Test func `a type with a store sends to it`() {
    expand(
      .viewAction,
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let store: StoreOf<Feature>
        func save() { send(.saveButtonTapped) }
      }
      """,
      to: """
        struct Screen {
          let store: StoreOf<Feature>
          func save() { send(.saveButtonTapped) }
        }

        extension Screen: _$ViewActionSending {
        }
        """)
  }

  @Test func `a type without a store has nothing to send to`() {
    expand(
      .viewAction,
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let title: String
      }
      """,
      to: """
        struct Screen {
          let title: String
        }
        """,
      mistakes: [
        DiagnosticSpec(
          message: "'@ViewAction' requires 'Screen' to have a 'store' property of type 'Store'",
          line: 1, column: 1,
          fixIts: [FixItSpec(message: "Add 'let store: StoreOf<Feature>'")])
      ],
      mended: """
        @ViewAction(for: Feature.self)
        struct Screen {
          let store: StoreOf<Feature>
          let title: String
        }
        """)
  }

  @Test func `an enum cannot have a store`() {
    expand(
      .viewAction,
      """
      @ViewAction(for: Feature.self)
      enum Screen {
      }
      """,
      to: """
        enum Screen {
        }
        """,
      mistakes: [
        DiagnosticSpec(
          message: "'@ViewAction' can only be applied to a type that has a store", line: 1,
          column: 1, fixIts: [FixItSpec(message: "Remove '@ViewAction'")])
      ],
      mended: """
        enum Screen {
        }
        """)
  }

  @Test func `the store is not sent to past the view's actions`() {
    expand(
      .viewAction,
      """
      @ViewAction(for: Feature.self)
      struct Screen {
        let store: StoreOf<Feature>
        func save() { store.send(.view(.saveButtonTapped)) }
      }
      """,
      to: """
        struct Screen {
          let store: StoreOf<Feature>
          func save() { store.send(.view(.saveButtonTapped)) }
        }

        extension Screen: _$ViewActionSending {
        }
        """,
      mistakes: [
        DiagnosticSpec(
          message: "Do not use 'store.send' in a type that is marked '@ViewAction': use 'send'",
          line: 4, column: 17, severity: .warning, fixIts: [FixItSpec(message: "Use 'send'")])
      ],
      mended: """
        @ViewAction(for: Feature.self)
        struct Screen {
          let store: StoreOf<Feature>
          func save() { send(.saveButtonTapped) }
        }
        """)
  }
}
