import SwiftSyntaxMacrosGenericTestSupport
import Testing

@Suite struct `Reducer of an enum` {
  @Test func `the features' states and actions become cases`() {
    expand(
      .reducer,
      """
      @Reducer
      enum Destination {
        case add(AddContact)
        case alert(AlertState<Alert>)
        case edit(EditContact = EditContact(isNew: false))
        @ReducerCaseIgnored case link(URL, title: String)
        case nothing
        @ReducerCaseEphemeral case toast(Toast)
      }
      """,
      to: """
        enum Destination {
          case add(AddContact)
          case alert(AlertState<Alert>)
          case edit(EditContact = EditContact(isNew: false))
          @ReducerCaseIgnored case link(URL, title: String)
          case nothing
          @ReducerCaseEphemeral case toast(Toast)

          @CasePathable
          @dynamicMemberLookup
          @ObservableState
          enum State: _$CaseReducerState {
            typealias StateReducer = Destination
            static var _$stateReducer: Destination.Type {
              Destination.self
            }
            case add(AddContact.State)
            case alert(AlertState<Alert>)
            case edit(EditContact.State)
            case link(URL, title: String)
            case nothing
            case toast(Toast)
          }

          @CasePathable
          enum Action {
            case add(AddContact.Action)
            case alert(AlertState<Alert>.Action)
            case edit(EditContact.Action)
            case link(Never)
            case nothing(Never)
            case toast(Toast.Action)
          }

          static var body: _$Reduce<Self.State, Self.Action> {
            _$Reduce(_$cases: {
                _$Scope(state: \\Self.State.Cases.add, action: \\Self.Action.Cases.add) {
                  AddContact()
                }
                _$Scope(state: \\Self.State.Cases.edit, action: \\Self.Action.Cases.edit) {
                  EditContact(isNew: false)
                }
              })
          }

          enum CaseScope {
            case add(_$StoreOf<AddContact>)
            case alert(AlertState<Alert>)
            case edit(_$StoreOf<EditContact>)
            case link(URL, title: String)
            case nothing
            case toast(Toast)
          }

          @MainActor
          static func scope(_ store: _$Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .add:
              return .add(store.scope(state: \\.add, action: \\.add)!)
            case let .alert(v0):
              return .alert(v0)
            case .edit:
              return .edit(store.scope(state: \\.edit, action: \\.edit)!)
            case let .link(v0, title: v1):
              return .link(v0, title: v1)
            case .nothing:
              return .nothing
            case let .toast(v0):
              return .toast(v0)
            }
          }
        }

        extension Destination: _$ReducerTypes, _$CaseReducer, _$Reducer {
        }
        """)
  }

  @Test func `the state and actions conform to the given protocols`() {
    expand(
      .reducer,
      """
      @Reducer(state: .equatable, .sendable, action: .hashable)
      public enum Path {
        case detail(Detail)
      }
      """,
      to: """
        public enum Path {
          case detail(Detail)

          @CasePathable
          @dynamicMemberLookup
          @ObservableState
          public enum State: _$CaseReducerState, Equatable, Sendable {
            public typealias StateReducer = Path
            public static var _$stateReducer: Path.Type {
              Path.self
            }
            case detail(Detail.State)
          }

          @CasePathable
          public enum Action: Hashable {
            case detail(Detail.Action)
          }

          public static var body: _$Reduce<Self.State, Self.Action> {
            _$Reduce(_$cases: {
                _$Scope(state: \\Self.State.Cases.detail, action: \\Self.Action.Cases.detail) {
                  Detail()
                }
              })
          }

          public enum CaseScope {
            case detail(_$StoreOf<Detail>)
          }

          @MainActor
          public static func scope(_ store: _$Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .detail:
              return .detail(store.scope(state: \\.detail, action: \\.detail)!)
            }
          }
        }

        extension Path: _$ReducerTypes, _$CaseReducer, _$Reducer {
        }
        """)
  }

  @Test func `conditions around cases also apply to the generated code`() {
    expand(
      .reducer,
      """
      @Reducer
      enum Path {
        case detail(Detail)
        #if DEBUG
        case debugging(Debugging)
        #endif
      }
      """,
      to: """
        enum Path {
          case detail(Detail)
          #if DEBUG
          case debugging(Debugging)
          #endif

          @CasePathable
          @dynamicMemberLookup
          @ObservableState
          enum State: _$CaseReducerState {
            typealias StateReducer = Path
            static var _$stateReducer: Path.Type {
              Path.self
            }
            case detail(Detail.State)
            #if DEBUG
            case debugging(Debugging.State)
            #endif
          }

          @CasePathable
          enum Action {
            case detail(Detail.Action)
            #if DEBUG
            case debugging(Debugging.Action)
            #endif
          }

          static var body: _$Reduce<Self.State, Self.Action> {
            _$Reduce(_$cases: {
                _$Scope(state: \\Self.State.Cases.detail, action: \\Self.Action.Cases.detail) {
                  Detail()
                }
                #if DEBUG
                _$Scope(state: \\Self.State.Cases.debugging, action: \\Self.Action.Cases.debugging) {
                  Debugging()
                }
                #endif
              })
          }

          enum CaseScope {
            case detail(_$StoreOf<Detail>)
            #if DEBUG
            case debugging(_$StoreOf<Debugging>)
            #endif
          }

          @MainActor
          static func scope(_ store: _$Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case .detail:
              return .detail(store.scope(state: \\.detail, action: \\.detail)!)
            #if DEBUG
            case .debugging:
              return .debugging(store.scope(state: \\.debugging, action: \\.debugging)!)
            #endif
            }
          }
        }

        extension Path: _$ReducerTypes, _$CaseReducer, _$Reducer {
        }
        """)
  }

  @Test func `declared members are not generated`() {
    expand(
      .reducer,
      """
      @Reducer
      enum Path {
        case detail(Detail)
        enum State {
        }
        enum Action {
        }
        enum CaseScope {
        }
        static var body: EmptyReducer<State, Action> {
          EmptyReducer()
        }
      }
      """,
      to: """
        enum Path {
          case detail(Detail)
          @CasePathable @dynamicMemberLookup
          enum State {
          }
          @CasePathable
          enum Action {
          }
          enum CaseScope {
          }
          static var body: EmptyReducer<State, Action> {
            EmptyReducer()
          }
        }

        extension Path: _$ReducerTypes, _$CaseReducer, _$Reducer {
        }
        """)
  }

  @Test func `a case without one feature as its payload is a plain case`() {
    expand(
      .reducer,
      """
      @Reducer
      enum Path {
        case detail(Detail, number: Int)
        case details([Detail])
      }
      """,
      to: """
        enum Path {
          case detail(Detail, number: Int)
          case details([Detail])

          @CasePathable
          @dynamicMemberLookup
          @ObservableState
          enum State: _$CaseReducerState {
            typealias StateReducer = Path
            static var _$stateReducer: Path.Type {
              Path.self
            }
            case detail(Detail, number: Int)
            case details([Detail])
          }

          @CasePathable
          enum Action {
            case detail(Never)
            case details(Never)
          }

          static var body: _$Reduce<Self.State, Self.Action> {
            _$Reduce(_$cases: {

              })
          }

          enum CaseScope {
            case detail(Detail, number: Int)
            case details([Detail])
          }

          @MainActor
          static func scope(_ store: _$Store<Self.State, Self.Action>) -> CaseScope {
            switch store.state {
            case let .detail(v0, number: v1):
              return .detail(v0, number: v1)
            case let .details(v0):
              return .details(v0)
            }
          }
        }

        extension Path: _$ReducerTypes, _$CaseReducer, _$Reducer {
        }
        """)
  }

  @Test func `only a case can be ignored`() {
    expand(
      .reducerCaseIgnored,
      """
      struct Path {
        @ReducerCaseIgnored var detail = 0
      }
      """,
      to: """
        struct Path {
          var detail = 0
        }
        """,
      diagnostics: [
        DiagnosticSpec(
          message: "'@ReducerCaseIgnored' can only be applied to an enum's case", line: 2,
          column: 3)
      ])
  }
}
