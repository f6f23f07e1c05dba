import ComposableArchitecture
import ExampleApps
import Foundation
import MachoKit

/// The features of `ExampleApps`, which import upstream's module name only.
@main struct Driver: MachoApp {
  let features = apps + caseStudies

  @Sendable
  private static func useEnglish(_ values: inout DependencyValues) {
    values.locale = Locale(identifier: "en_US")
  }

  static var apps: [Feature] {
    [
      Feature("todos", start: Todos.State()) { Todos() },
      Feature(
        "search", start: Search.State(),
        stubs: [
          Stub("weather.search", \.weatherClient.search),
          Stub("weather.forecast", \.weatherClient.forecast),
        ]
      ) { Search() },
      Feature(
        "speech", start: SpeechRecognition.State(),
        stubs: [
          Stub("speech.authorize", \.speechClient.requestAuthorization),
          Stub("speech.start", \.speechClient.startTask),
          Stub("speech.finish", \.speechClient.finishTask),
        ]
      ) { SpeechRecognition() },
      Feature(
        "voice-memos", start: VoiceMemos.State(),
        stubs: [
          Stub("recorder.authorize", \.audioRecorder.requestRecordPermission),
          Stub("recorder.start", \.audioRecorder.startRecording),
          Stub("recorder.stop", \.audioRecorder.stopRecording),
          Stub("recorder.time", \.audioRecorder.currentTime),
          Stub("player.play", \.audioPlayer.play),
          Stub("openSettings", \.openSettings),
          Stub("temporaryDirectory", \.temporaryDirectory),
        ]
      ) { VoiceMemos() },
      Feature(
        "tic-tac-toe", start: TicTacToe.State.login(Login.State()),
        stubs: [
          Stub("auth.login", \.authenticationClient.login),
          Stub("auth.twoFactor", \.authenticationClient.twoFactor),
        ]
      ) { Reduce(TicTacToe.body) },
      Feature(
        "sync-ups", start: AppFeature.State(),
        stubs: [
          Stub("transcript.status", \.transcriptClient.authorizationStatus),
          Stub("transcript.authorize", \.transcriptClient.requestAuthorization),
          Stub("transcript.start", \.transcriptClient.startTask),
          Stub("sound.play", \.soundEffectClient.play),
          Stub("openSettings", \.openSettings),
        ],
        dependencies: useEnglish
      ) { AppFeature() },
    ]
  }

  static var caseStudies: [Feature] {
    let fact = Stub("fact.fetch", \.factClient.fetch)
    return [
      Feature("animations", start: Animations.State()) { Animations() },
      Feature("alerts", start: AlertAndConfirmationDialog.State()) {
        AlertAndConfirmationDialog()
      },
      Feature("basics", start: EffectsBasics.State(), stubs: [fact]) { EffectsBasics() },
      Feature("cancellation", start: EffectsCancellation.State(), stubs: [fact]) {
        EffectsCancellation()
      },
      Feature("refreshable", start: Refreshable.State(), stubs: [fact]) { Refreshable() },
      Feature("timers", start: Timers.State()) { Timers() },
      Feature(
        "web-socket", start: WebSocket.State(),
        stubs: [
          Stub("socket.open", \.webSocket.open),
          Stub("socket.receive", \.webSocket.receive),
          Stub("socket.send", \.webSocket.send),
          Stub("socket.ping", \.webSocket.sendPing),
        ]
      ) { WebSocket() },
      Feature("navigation", start: NavigationDemo.State(), stubs: [fact]) { NavigationDemo() },
      Feature("present", start: PresentAndLoad.State(), stubs: [fact]) { PresentAndLoad() },
      Feature("destinations", start: MultipleDestinations.State(), stubs: [fact]) {
        MultipleDestinations()
      },
      Feature("nested", start: Nested.State()) { Nested() },
      Feature("form", start: BindingForm.State()) { BindingForm() },
      Feature("focus", start: FocusDemo.State()) { FocusDemo() },
      Feature("shared-memory", start: SharedStateInMemory.State()) { SharedStateInMemory() },
      Feature("shared-file", start: SharedStateFileStorage.State()) { SharedStateFileStorage() },
      Feature("shared-defaults", start: SharedStateUserDefaults.State()) {
        SharedStateUserDefaults()
      },
      Feature("sign-up", start: SignUpFlow.State()) { SignUpFlow() },
      Feature("unstubbed", start: Refreshable.State()) { Refreshable() },
    ]
  }
}
