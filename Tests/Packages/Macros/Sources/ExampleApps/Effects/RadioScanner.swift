import ComposableArchitecture

/// A scanner that watches the band as long as it is visible, and sweeps it on request.
@Reducer
public struct RadioScanner: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var frequency: Int?
    public var noted: [Int] = []
    public var problem: String?
    public var strongest: RadioClient.Signal?
    /// The number of the sweep that is in progress.
    public var sweep: Int?
    public var sweeps = 0
    @Presents public var tuner: Tuner.State?

    public init() {}
  }

  public enum Action: Sendable {
    case holdButtonTapped
    case measured(frequency: Int, strength: Int)
    case noted(frequency: Int, Result<Void, any Error>)
    case strongestChanged(RadioClient.Signal)
    case sweepButtonTapped
    case sweepEnded(Int)
    case task
    case tuneButtonTapped
    case tuner(PresentationAction<Tuner.Action>)
  }

  private enum CancelID {
    case sweep
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.radio) private var radio

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .holdButtonTapped:
        return .run { _ in Task.cancel(id: CancelID.sweep) }
      case .measured(let frequency, let strength):
        state.frequency = frequency
        guard strength > 70 else { return .none }
        return .send(.holdButtonTapped)
      case .noted(let frequency, .success):
        state.noted.append(frequency)
        return .none
      case .noted(let frequency, .failure(let error)):
        state.problem = "\(frequency): \(error)"
        return .none
      case .strongestChanged(let signal):
        state.strongest = signal
        return .none
      case .sweepButtonTapped:
        state.sweeps += 1
        state.sweep = state.sweeps
        return .run { [number = state.sweeps] send in
          await withTaskCancellation(id: CancelID.sweep, cancelInFlight: true) {
            await sweep(send)
          }
          // Only what is above was cancelled.
          await send(.sweepEnded(number))
        }
      case .sweepEnded(let number):
        // Another sweep may have replaced it.
        if state.sweep == number { state.sweep = nil }
        return .none
      case .task:
        return .merge(
          .run { send in
            for await signal in radio.strongest() { await send(.strongestChanged(signal)) }
          }
          .throttle(id: "strongest", for: .seconds(1), clock: clock, latest: true),
          .run { _ in
            await radio.setPower(isOn: true)
            try? await Task.never()
            await radio.setPower(isOn: false)
          })
      case .tuneButtonTapped:
        guard let frequency = state.frequency else { return .none }
        state.tuner = Tuner.State(frequency: frequency)
        return .none
      case .tuner(.presented(.delegate(.note(let frequency)))):
        state.tuner = nil
        // The note is written although the tuner is gone.
        return .run { send in
          try await radio.note(frequency: frequency)
          await send(.noted(frequency: frequency, .success(())))
        } catch: { error, send in
          await send(.noted(frequency: frequency, .failure(error)))
        }
      case .tuner:
        return .none
      }
    }
    .ifLet(\.$tuner, action: \.tuner) { Tuner() }
  }

  /// Measures the band, one frequency after the other, until the task is cancelled.
  private func sweep(_ send: Send<Action>) async {
    var frequency = 87
    while !Task.isCancelled, frequency < 108 {
      if let strength = try? await radio.strength(frequency: frequency) {
        await send(.measured(frequency: frequency, strength: strength))
      }
      try? await clock.sleep(for: .milliseconds(250))
      frequency += 1
    }
  }
}
