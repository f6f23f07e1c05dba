import ComposableArchitecture

@Reducer
public struct BindingForm: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var sliderValue = 5.0
    public var stepCount = 10
    public var text = ""
    public var toggleIsOn = false

    public init() {}
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case resetButtonTapped
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    BindingReducer()
      .onChange(of: \.toggleIsOn) { _, isOn in
        Reduce { state, _ in
          if !isOn { state.text = "" }
          return .none
        }
      }
    Reduce { state, action in
      switch action {
      case .binding(\.stepCount):
        state.sliderValue = .minimum(state.sliderValue, Double(state.stepCount))
        return .none

      case .binding:
        return .none

      case .resetButtonTapped:
        state = State()
        return .none
      }
    }
  }
}

@Reducer
public struct FocusDemo: Sendable {
  @ObservableState
  public struct State: Equatable {
    public var focusedField: Field?
    public var password = ""
    public var username = ""

    public init() {}

    public enum Field: String, Hashable {
      case username, password
    }
  }

  public enum Action: BindableAction {
    case binding(BindingAction<State>)
    case signInButtonTapped
  }

  public init() {}

  public var body: some Reducer<State, Action> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none
      case .signInButtonTapped:
        if state.username.isEmpty {
          state.focusedField = .username
        } else if state.password.isEmpty {
          state.focusedField = .password
        }
        return .none
      }
    }
  }
}
