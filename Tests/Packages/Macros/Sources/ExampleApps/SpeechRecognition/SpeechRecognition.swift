import ComposableArchitecture
import Foundation

/// The permission, an enum of the Speech framework on Apple's platforms.
public enum SpeechAuthorization: Sendable {
  case notDetermined, denied, restricted, authorized
}

public struct Transcription: Equatable, Sendable {
  public var formattedString: String
  public var segments: [Segment] = []

  public init(formattedString: String) { self.formattedString = formattedString }

  public struct Segment: Equatable, Sendable {
    public var confidence: Float
    public var duration: TimeInterval
  }
}

@DependencyClient
public struct SpeechClient: Sendable {
  public var finishTask: @Sendable () async -> Void
  public var requestAuthorization: @Sendable () async -> SpeechAuthorization = { .notDetermined }
  public var startTask:
    @Sendable (_ request: UncheckedSendable<NSObject>) async -> AsyncThrowingStream<
      Transcription, any Error
    > = { _ in .finished() }

  public enum Failure: Error, Equatable { case taskError, couldntStartAudioEngine }
}

extension SpeechClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var speechClient: SpeechClient {
    get { self[SpeechClient.self] }
    set { self[SpeechClient.self] = newValue }
  }
}

@Reducer
public struct SpeechRecognition: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var isRecording = false
    public var transcribedText = ""

    public init() {}
  }

  public enum Action {
    case alert(PresentationAction<Alert>)
    case recordButtonTapped
    case speech(Result<String, any Error>)
    case speechRecognizerAuthorizationStatusResponse(SpeechAuthorization)

    public enum Alert: Equatable, Sendable {}
  }

  @Dependency(\.speechClient) var speechClient

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .recordButtonTapped:
        state.isRecording.toggle()
        guard state.isRecording else {
          return .run { _ in
            await speechClient.finishTask()
          }
        }
        return .run { send in
          let status = await speechClient.requestAuthorization()
          await send(.speechRecognizerAuthorizationStatusResponse(status))

          guard status == .authorized else { return }

          let request = NSObject()
          for try await result in await speechClient.startTask(
            request: UncheckedSendable(request)
          ) {
            await send(
              .speech(.success(result.formattedString)), animation: .linear)
          }
        } catch: { error, send in
          await send(.speech(.failure(error)))
        }

      case .speech(.failure(SpeechClient.Failure.couldntStartAudioEngine)),
        .speech(.failure(SpeechClient.Failure.taskError)):
        state.alert = AlertState { TextState("An error occurred while transcribing speech.") }
        return .none

      case .speech(.failure):
        state.alert = AlertState {
          TextState("An error occurred while transcribing speech. Please try again.")
        }
        return .none

      case .speech(.success(let transcribedText)):
        state.transcribedText = transcribedText
        return .none

      case .speechRecognizerAuthorizationStatusResponse(let status):
        state.isRecording = status == .authorized

        switch status {
        case .authorized:
          return .none

        case .denied:
          state.alert = AlertState {
            TextState(
              """
              You denied access to speech recognition. This app needs access to transcribe your \
              speech.
              """
            )
          }
          return .none

        case .notDetermined:
          return .none

        case .restricted:
          state.alert = AlertState { TextState("Your device does not allow speech recognition.") }
          return .none
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
