import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `Reducer of a struct` {
  @Test func `a feature conforms, its actions get case paths, its body a builder`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        struct State {
        }
        enum Action {
        }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Counter {
          struct State {
          }
          @CasePathable
          enum Action {
          }
          @_$ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `a body may name its state and action`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        struct State {
        }
        enum Action {
        }
        var body: some Reducer<State, Action> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Counter {
          struct State {
          }
          @CasePathable
          enum Action {
          }
          @_$ReducerBuilder<State, Action>
          var body: some Reducer<State, Action> {
            EmptyReducer()
          }
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `a state that is an enum gets case paths and its cases as properties`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Login {
        enum State {
        }
        @CasePathable enum Action {
        }
        @ReducerBuilder<State, Action>
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Login {
          @CasePathable @dynamicMemberLookup
          enum State {
          }
          @CasePathable enum Action {
          }
          @ReducerBuilder<State, Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Login: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `undeclared members are generated empty`() {
    expand(
      .reducer,
      """
      @Reducer
      public struct Nothing {
      }
      """,
      to: """
        public struct Nothing {

          @ObservableState
          public struct State: Codable, Equatable, Hashable, Sendable {
            public init() {
            }
          }

          public enum Action: Equatable, Hashable, Sendable {
          }

          public let body = _$EmptyReducer<State, Action>()
        }

        extension Nothing: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `a body names the type of the state, and the feature declares the actions`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        enum Action {
        }
        var body: some Reducer<Int, Action> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Counter {
          @CasePathable
          enum Action {
          }
          @_$ReducerBuilder<Int, Action>
          var body: some Reducer<Int, Action> {
            EmptyReducer()
          }

          typealias State = Int
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `a nested feature has the state and the actions of the enclosing one`() {
    expand(
      .reducer,
      """
      extension Counter {
        @Reducer
        struct Logger {
          var body: some Reducer<State, Action> {
            EmptyReducer()
          }
        }
      }
      """,
      to: """
        extension Counter {
          struct Logger {
            @_$ReducerBuilder<State, Action>
            var body: some Reducer<State, Action> {
              EmptyReducer()
            }

            typealias State = Counter.State

            typealias Action = Counter.Action
          }
        }

        extension Counter.Logger: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `what is generated for a feature without isolation has none`() {
    expand(
      .reducer,
      """
      @Reducer
      nonisolated struct Nothing {
      }
      """,
      to: """
        nonisolated struct Nothing {

          @ObservableState
          nonisolated struct State: Codable, Equatable, Hashable, Sendable {
            init() {
            }
          }

          nonisolated enum Action: Equatable, Hashable, Sendable {
          }

          let body = _$EmptyReducer<State, Action>()
        }

        nonisolated extension Nothing: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `a feature with a reduce method needs no body`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        typealias State = Int
        typealias Action = Void
        func reduce(into state: inout Int, action: Void) -> Effect<Void> { .none }
      }
      """,
      to: """
        struct Counter {
          typealias State = Int
          typealias Action = Void
          func reduce(into state: inout Int, action: Void) -> Effect<Void> { .none }
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """)
  }

  @Test func `a class is not a feature`() {
    expand(
      .reducer,
      """
      @Reducer
      final class Counter {
      }
      """,
      to: """
        final class Counter {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@Reducer' can only be applied to a struct or an enum", line: 1, column: 1,
          fixIts: [FixItSpec(message: "Remove '@Reducer'")])
      ],
      fixed: """
        final class Counter {
        }
        """)
  }

  @Test func `a body declares its state and action types`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        typealias State = Int
        typealias Action = Void
        var body: some Reducer {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Counter {
          typealias State = Int
          typealias Action = Void
          var body: some Reducer {
            EmptyReducer()
          }
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "The type of 'body' must name its state and action: 'some ReducerOf<Self>'",
          line: 5, column: 13, fixIts: [FixItSpec(message: "Use 'some ReducerOf<Self>'")])
      ],
      fixed: """
        @Reducer
        struct Counter {
          typealias State = Int
          typealias Action = Void
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }
        """)
  }

  @Test func `a body has an opaque reducer type`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        typealias State = Int
        typealias Action = Void
        var body: any Reducer<State, Action> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Counter {
          typealias State = Int
          typealias Action = Void
          var body: any Reducer<State, Action> {
            EmptyReducer()
          }
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "The type of 'body' must be an opaque reducer type: 'some Reducer<State, Action>'",
          line: 5, column: 13, fixIts: [FixItSpec(message: "Use 'some Reducer<State, Action>'")])
      ],
      fixed: """
        @Reducer
        struct Counter {
          typealias State = Int
          typealias Action = Void
          var body: some Reducer<State, Action> {
            EmptyReducer()
          }
        }
        """)
  }

  @Test func `a feature cannot have both a reduce method and a body`() {
    expand(
      .reducer,
      """
      @Reducer
      struct Counter {
        typealias State = Int
        typealias Action = Void
        func reduce(into state: inout Int, action: Void) -> Effect<Void> { .none }
        var body: some ReducerOf<Self> {
          EmptyReducer()
        }
      }
      """,
      to: """
        struct Counter {
          typealias State = Int
          typealias Action = Void
          func reduce(into state: inout Int, action: Void) -> Effect<Void> { .none }
          @_$ReducerBuilder<Self.State, Self.Action>
          var body: some ReducerOf<Self> {
            EmptyReducer()
          }
        }

        extension Counter: _$ReducerTypes, _$Reducer {
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message:
            "A reducer with a 'body' cannot have a 'reduce' method: 'body' would never be called",
          line: 5, column: 8)
      ])
  }
}
