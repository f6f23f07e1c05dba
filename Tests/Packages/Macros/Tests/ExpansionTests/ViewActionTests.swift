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

  @Test func `a type without a store is reported`() {
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
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' requires 'Screen' to have a 'store' property of type 'Store'",
          line: 1, column: 1,
          fixIts: [FixItSpec(message: "Add 'let store: StoreOf<Feature>'")])
      ],
      fixed: """
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
      diagnostics: [
        DiagnosticSpec(
          message: "'@ViewAction' can only be applied to a type that has a store", line: 1,
          column: 1, fixIts: [FixItSpec(message: "Remove '@ViewAction'")])
      ],
      fixed: """
        enum Screen {
        }
        """)
  }

  @Test func `a direct send to the store is reported`() {
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
      diagnostics: [
        DiagnosticSpec(
          message: "Do not use 'store.send' in a type marked '@ViewAction': use 'send'",
          line: 4, column: 17, severity: .warning, fixIts: [FixItSpec(message: "Use 'send'")])
      ],
      fixed: """
        @ViewAction(for: Feature.self)
        struct Screen {
          let store: StoreOf<Feature>
          func save() { send(.saveButtonTapped) }
        }
        """)
  }
}
