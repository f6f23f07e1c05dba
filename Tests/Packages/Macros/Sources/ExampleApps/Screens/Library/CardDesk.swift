import ComposableArchitecture

/// The screen before the shelves: it asks for a card and a PIN, and new readers for their consent.
@Reducer
package struct CardDesk {
  @ObservableState
  package struct State: Equatable {
    var card = ""
    var pin = ""
    var focus: Field?
    var isChecking = false
    @Presents var refusal: AlertState<Action.Refusal>?
    @Presents var rules: HouseRules.State?

    package enum Field: Hashable, Sendable { case card, pin }
  }

  package enum Action: ViewAction {
    case admission(Result<Reader, any Error>)
    case delegate(Delegate)
    case refusal(PresentationAction<Refusal>)
    case rules(PresentationAction<HouseRules.Action>)
    case view(View)

    @CasePathable
    package enum Delegate { case admitted(Reader) }

    @CasePathable
    package enum Refusal { case retypePIN }

    @CasePathable
    package enum View: BindableAction {
      case binding(BindingAction<State>)
      case enterTapped
    }
  }

  @Dependency(\.desk) private var desk

  package var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
      .onChange(of: \.card) { old, _ in
        // Another card needs another PIN.
        Reduce { state, _ in
          if !old.isEmpty { state.pin = "" }
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .view(.enterTapped):
        state.focus = state.card.isEmpty ? .card : state.pin.isEmpty ? .pin : nil
        guard state.focus == nil, !state.isChecking else { return .none }
        state.isChecking = true
        return .run { [card = state.card, pin = state.pin] send in
          await send(.admission(Result { try await desk.admit(card: card, pin: pin) }))
        }

      case .admission(.success(let reader)):
        state.isChecking = false
        guard reader.isNew else { return .send(.delegate(.admitted(reader))) }
        state.rules = HouseRules.State(reader: reader)
        return .none

      case .admission(.failure(let error)):
        state.isChecking = false
        state.refusal = .refusal(by: error)
        return .none

      case .refusal(.presented(.retypePIN)):
        state.pin = ""
        state.focus = .pin
        return .none

      case .rules(.presented(.delegate(.agreed(let reader)))):
        // The sheet goes before its effect can dismiss it.
        state.rules = nil
        return .send(.delegate(.admitted(reader)))

      case .delegate, .refusal, .rules, .view:
        return .none
      }
    }
    .ifLet(\.$refusal, action: \.refusal)
    .ifLet(\.$rules, action: \.rules) { HouseRules() }
  }
}

extension AlertState<CardDesk.Action.Refusal> {
  /// An alert that says why the desk refuses a card.
  static func refusal(by error: any Error) -> Self {
    guard case .wrongPIN(let attempts)? = error as? DeskError else {
      return Self { TextState("The desk is closed") }
    }
    return Self {
      TextState("This PIN is ") + TextState("wrong").bold()
    } actions: {
      if attempts > 0 {
        ButtonState(action: .retypePIN) { TextState("Type it again") }
      }
      ButtonState(role: .cancel) { TextState("Leave") }
    } message: {
      TextState(verbatim: "\(attempts) left")
    }
  }
}

/// A sheet with the house rules, one page after the other.
@Reducer
package struct HouseRules {
  @ObservableState
  package struct State: Equatable {
    var reader: Reader
    var page = 1
    let pages = 2
  }

  package enum Action {
    case delegate(Delegate)
    case nextTapped
    case notNowTapped

    @CasePathable
    package enum Delegate { case agreed(Reader) }
  }

  @Dependency(\.dismiss) private var dismiss

  package var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .nextTapped where state.page < state.pages:
        state.page += 1
        return .none
      case .nextTapped:
        state.reader.isNew = false
        return .run { [reader = state.reader] send in
          await send(.delegate(.agreed(reader)))
          await dismiss()
        }
      case .notNowTapped:
        return .run { _ in await dismiss() }
      case .delegate:
        return .none
      }
    }
  }
}
