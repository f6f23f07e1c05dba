import ComposableArchitecture

/// The level of the sea, read over a line that can break at any time.
@Reducer
public struct TideGauge: Sendable {
  public enum Link: Equatable, Sendable {
    case idle
    case dialing
    case online(channel: Int)
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var levels: [Int] = []
    public var link = Link.idle
    public var notices: [String] = []
    public var station: String

    public init(station: String) {
      self.station = station
    }
  }

  public enum Action {
    case alert(PresentationAction<Alert>)
    case commandFailed(TelemetryClient.Command, any Error)
    case event(TelemetryClient.Event)
    case frame(Result<TelemetryClient.Frame, any Error>)
    case lineDied(any Error)
    case lineButtonTapped
    case measureButtonTapped
    case selfTestButtonTapped

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case redialButtonTapped
    }
  }

  private enum CancelID {
    case line
    case traffic
  }

  private static let line = TelemetryClient.ID("gauge")

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.telemetry) private var telemetry

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.redialButtonTapped)):
        return dial(&state)
      case .commandFailed(let command, let error):
        state.alert = .broken("Cannot \(command.rawValue)", error)
        return .none
      case .event(.established(let channel)):
        state.link = .online(channel: channel)
        return .merge(listen, keepAlive).cancellable(id: CancelID.traffic, cancelInFlight: true)
      case .event(.hungUp(let reason)):
        state.link = .idle
        if let reason { state.notices.append(reason) }
        return .cancel(id: CancelID.traffic)
      case .frame(.success(.level(let centimetres))):
        state.levels.append(centimetres)
        return .none
      case .frame(.success(.notice(let text))):
        state.notices.append(text)
        return .none
      case .frame(.failure(let error)), .lineDied(let error):
        state.alert = .broken("The line is dead", error)
        return hangUp(&state)
      case .lineButtonTapped:
        return state.link == .idle ? dial(&state) : hangUp(&state)
      case .measureButtonTapped:
        return transmit(.measure, state)
      case .selfTestButtonTapped:
        state.notices.removeAll()
        return transmit(.selfTest, state)
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func dial(_ state: inout State) -> Effect<Action> {
    state.link = .dialing
    return .run { [station = state.station] send in
      for await event in await telemetry.connect(id: Self.line, station: station) {
        await send(.event(event))
      }
    }
    .cancellable(id: CancelID.line, cancelInFlight: true)
  }

  private func hangUp(_ state: inout State) -> Effect<Action> {
    state.link = .idle
    return .merge(.cancel(id: CancelID.line), .cancel(id: CancelID.traffic))
  }

  private var listen: Effect<Action> {
    .run { send in
      for await frame in try await telemetry.frames(id: Self.line) { await send(.frame(frame)) }
    } catch: { error, send in
      await send(.lineDied(error))
    }
  }

  private var keepAlive: Effect<Action> {
    .run { send in
      while !Task.isCancelled {
        try await clock.sleep(for: .seconds(20))
        try await withDeadline(.seconds(5), clock) { try await telemetry.ping(id: Self.line) }
      }
    } catch: { error, send in
      await send(.lineDied(error))
    }
  }

  /// Sends a command, which is lost if the line is closed before it is sent.
  private func transmit(_ command: TelemetryClient.Command, _ state: State) -> Effect<Action> {
    guard case .online = state.link else { return .none }
    return .run { _ in
      try await telemetry.transmit(command: command, id: Self.line)
    } catch: { error, send in
      await send(.commandFailed(command, error))
    }
    .cancellable(id: CancelID.traffic)
  }
}

extension AlertState where Action == TideGauge.Action.Alert {
  static func broken(_ title: String, _ error: any Error) -> Self {
    AlertState {
      TextState(title)
    } actions: {
      ButtonState(action: .redialButtonTapped) { TextState("Dial again") }
      ButtonState(role: .cancel) { TextState("Leave it") }
    } message: {
      TextState("\(error)")
    }
  }
}
