import ComposableArchitecture
import Foundation

@Reducer
public struct RecordMeeting: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var secondsElapsed = 0
    public var speakerIndex = 0
    @Shared public var syncUp: SyncUp
    public var transcript = ""

    public init(syncUp: Shared<SyncUp>) {
      self._syncUp = syncUp
    }

    public var durationRemaining: Duration {
      self.syncUp.duration - .seconds(self.secondsElapsed)
    }
  }

  public enum Action: Sendable {
    case alert(PresentationAction<Alert>)
    case endMeetingButtonTapped
    case nextButtonTapped
    case onTask
    case timerTick
    case speechFailure
    case speechResult(SpeechRecognitionResult)

    @CasePathable
    public enum Alert: Sendable {
      case confirmDiscard
      case confirmSave
    }
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.dismiss) var dismiss
  @Dependency(\.locale) var locale
  @Dependency(\.soundEffectClient) var soundEffectClient
  @Dependency(\.transcriptClient) var transcriptClient
  @Dependency(\.uuid) var uuid

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscard)):
        return .run { _ in
          await self.dismiss()
        }

      case .alert(.presented(.confirmSave)):
        state.syncUp.insert(transcript: state.transcript, in: state.$syncUp, id: uuid(), at: now)
        return .run { _ in
          await self.dismiss()
        }

      case .alert:
        return .none

      case .endMeetingButtonTapped:
        state.alert = .endMeeting(isDiscardable: true)
        return .none

      case .nextButtonTapped:
        guard state.speakerIndex < state.syncUp.attendees.count - 1
        else {
          state.alert = .endMeeting(isDiscardable: false)
          return .none
        }

        state.speakerIndex += 1
        state.secondsElapsed =
          state.speakerIndex * Int(state.syncUp.durationPerAttendee.components.seconds)
        return .none

      case .onTask:
        return .run { send in
          let authorization =
            await self.transcriptClient.authorizationStatus() == .notDetermined
            ? self.transcriptClient.requestAuthorization()
            : self.transcriptClient.authorizationStatus()

          await withTaskGroup(of: Void.self) { group in
            if authorization == .authorized {
              group.addTask {
                await self.startSpeechRecognition(send: send)
              }
            }
            group.addTask {
              await self.startTimer(send: send)
            }
          }
        }

      case .timerTick:
        guard state.alert == nil
        else { return .none }

        state.secondsElapsed += 1

        let secondsPerAttendee = Int(state.syncUp.durationPerAttendee.components.seconds)
        if state.secondsElapsed.isMultiple(of: secondsPerAttendee) {
          if state.speakerIndex == state.syncUp.attendees.count - 1 {
            state.syncUp.insert(
              transcript: state.transcript, in: state.$syncUp, id: uuid(), at: now)
            return .run { _ in
              await self.dismiss()
            }
          }
          state.speakerIndex += 1
          return .run { _ in
            await self.soundEffectClient.play()
          }
        }

        return .none

      case .speechResult(let result):
        state.transcript = result.bestTranscription
        return .none

      case .speechFailure:
        if !state.transcript.isEmpty {
          state.transcript += " ❌"
        }
        state.alert = .speechRecognizerFailed
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }

  private func startSpeechRecognition(send: Send<Action>) async {
    do {
      let speechTask = await self.transcriptClient.startTask(locale: self.locale)
      for try await result in speechTask {
        await send(.speechResult(result))
      }
    } catch {
      await send(.speechFailure)
    }
  }

  private func startTimer(send: Send<Action>) async {
    for await _ in self.clock.timer(interval: .seconds(1)) {
      await send(.timerTick)
    }
  }
}

extension SyncUp {
  fileprivate func insert(
    transcript: String, in shared: Shared<SyncUp>, id: UUID, at date: Date
  ) {
    shared.withLock {
      _ = $0.meetings.insert(
        Meeting(id: Meeting.ID(id), date: date, transcript: transcript), at: 0)
    }
  }
}

extension AlertState where Action == RecordMeeting.Action.Alert {
  static func endMeeting(isDiscardable: Bool) -> Self {
    Self {
      TextState("End meeting?")
    } actions: {
      ButtonState(action: .confirmSave) {
        TextState("Save and end")
      }
      if isDiscardable {
        ButtonState(role: .destructive, action: .confirmDiscard) {
          TextState("Discard")
        }
      }
      ButtonState(role: .cancel) {
        TextState("Resume")
      }
    } message: {
      TextState("You are ending the meeting early. What would you like to do?")
    }
  }

  static let speechRecognizerFailed = Self {
    TextState("Speech recognition failure")
  } actions: {
    ButtonState(role: .cancel) {
      TextState("Continue meeting")
    }
    ButtonState(role: .destructive, action: .confirmDiscard) {
      TextState("Discard meeting")
    }
  } message: {
    TextState("The meeting is no longer transcribed.")
  }
}
