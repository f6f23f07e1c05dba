import ComposableArchitecture

/// A booth that shows what is said, and its translation.
@Reducer
public struct TranslationBooth: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    @Presents public var alert: AlertState<Never>?
    public var heard = ""
    public var isListening = false
    /// The number of the last request for a translation.
    public var lastRequest = 0
    public var translation = ""
    /// The number of the request that `translation` is from.
    public var translationRequest = 0

    public init() {}
  }

  public enum Action {
    case alert(PresentationAction<Never>)
    case heard(Result<BoothClient.Utterance, any Error>)
    case microphoneButtonTapped
    case permission(BoothClient.Permission)
    case speechEnded
    case translated(request: Int, Result<String, any Error>)
  }

  @Dependency(\.booth) private var booth

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .heard(.failure(let error)):
        state.isListening = false
        state.alert = AlertState {
          TextState("Nothing to hear")
        } message: {
          TextState("\(error)")
        }
        return .none
      case .heard(.success(let utterance)):
        state.heard = utterance.text
        state.lastRequest += 1
        // Earlier requests continue, so that a fast speaker sees some translation.
        return .run { [request = state.lastRequest] send in
          let result = await Result { try await booth.translate(text: utterance.text) }
          await send(.translated(request: request, result), animation: .linear)
        }
      case .microphoneButtonTapped where state.isListening:
        state.isListening = false
        // The stream ends when the microphone is off. What was said until then still arrives.
        return .run { _ in await booth.hangUp() }
      case .microphoneButtonTapped:
        return .run { send in await send(.permission(booth.permission())) }
      case .permission(.granted):
        state.isListening = true
        state.heard = ""
        state.translation = ""
        return .run { send in
          for try await utterance in try await booth.listen() {
            await send(.heard(.success(utterance)), animation: .linear(duration: 0.2))
          }
          await send(.speechEnded)
        } catch: { error, send in
          await send(.heard(.failure(error)))
        }
      case .permission(let permission):
        state.alert = .cannotListen(permission)
        return .none
      case .speechEnded:
        state.isListening = false
        return .none
      case .translated(let request, let result):
        // A newer translation has overtaken this one.
        guard request > state.translationRequest else { return .none }
        state.translationRequest = request
        switch result {
        case .success(let translation): state.translation = translation
        case .failure(BoothClient.Failure.noWord(let word)): state.translation = "(\(word)?)"
        case .failure: state.translation = "(no translation)"
        }
        return .none
      case .alert:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

extension AlertState where Action == Never {
  static func cannotListen(_ permission: BoothClient.Permission) -> Self {
    AlertState {
      TextState("The microphone is off limits")
    } message: {
      switch permission {
      case .forbiddenByPolicy: TextState("The organizer of the event has turned it off.")
      case .refused: TextState("Allow it in the settings.")
      case .granted, .undecided: TextState("Please answer the question first.")
      }
    }
  }
}
