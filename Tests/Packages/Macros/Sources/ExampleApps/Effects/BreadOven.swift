import ComposableArchitecture
import Foundation

/// An oven with a program of three phases. The loaf burns if it stays inside after the last one.
@Reducer
public struct BreadOven: Sendable {
  /// A part of the program.
  public enum Phase: CaseIterable, Equatable, Sendable {
    case preheating, steaming, baking

    var duration: Duration {
      switch self {
      case .preheating: .seconds(30)
      case .steaming: .seconds(10)
      case .baking: .seconds(40)
      }
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var celsius = 20
    public var doneAt: Date?
    public var glow = Color.black
    public var isBurnt = false
    public var phase: Phase?

    public init() {}
  }

  public enum Action: Sendable {
    case alert(PresentationAction<Alert>)
    case burnt
    case done
    case doorOpened
    case heated(by: Int)
    case phaseBegan(Phase)
    case startButtonTapped

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case discardButtonTapped
    }
  }

  private enum CancelID {
    case burning
    case heater
    case program
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.discardButtonTapped)):
        state = State()
        return .cancel(id: CancelID.program)
      case .burnt:
        state.isBurnt = true
        state.glow = .brown
        return .cancel(id: CancelID.heater)
      case .done:
        state.doneAt = now
        state.phase = nil
        return .run { send in
          try await clock.sleep(for: .seconds(60))
          await send(.burnt)
        }
        .animation(.linear)
        .cancellable(id: CancelID.burning)
        .cancellable(id: CancelID.program)
      case .doorOpened where state.phase != nil:
        state.alert = .isHot(state.celsius)
        return .none
      case .doorOpened:
        return .merge(.cancel(id: CancelID.burning), .cancel(id: CancelID.heater))
      case .heated(let degrees):
        state.celsius = min(240, state.celsius + degrees)
        state.glow = state.celsius < 120 ? .orange : .red
        return .none
      case .phaseBegan(let phase):
        state.phase = phase
        return .none
      case .startButtonTapped:
        state = State()
        let phases = Effect<Action>.concatenate(Phase.allCases.map(run))
        return .merge(.concatenate(phases, .send(.done, animation: .default)), heat)
          .cancellable(id: CancelID.program, cancelInFlight: true)
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  /// Returns an effect that lasts as long as a phase.
  private func run(_ phase: Phase) -> Effect<Action> {
    .run { send in
      await send(.phaseBegan(phase), animation: .interpolatingSpring(stiffness: 90, damping: 14))
      try await clock.sleep(for: phase.duration)
    }
  }

  /// Heats until the oven is opened or the program is cancelled.
  private var heat: Effect<Action> {
    .run { send in
      for await _ in clock.timer(interval: .seconds(10)) {
        await send(.heated(by: 50), animation: .linear(duration: 10).delay(0.5))
      }
    }
    .cancellable(id: CancelID.heater)
  }
}

extension AlertState where Action == BreadOven.Action.Alert {
  static func isHot(_ celsius: Int) -> Self {
    AlertState {
      TextState("The oven is hot")
    } actions: {
      ButtonState(
        role: .destructive, action: .send(.discardButtonTapped, animation: .easeOut(duration: 1))
      ) {
        TextState("Take the loaf out")
      }
      ButtonState(role: .cancel) { TextState("Close the door") }
    } message: {
      TextState("It is \(celsius) degrees inside.")
    }
  }
}
