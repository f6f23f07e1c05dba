import Composable
import Foundation
import MachoGallery
import MachoKit

/// Features whose effects would make tests flaky without a deterministic executor, and features that
/// are hard to export.
@main struct ExternalWorkDriver: MachoApp {
  let features = [
    Feature("hops", "Effects that hop between executors.", start: Hops.State()) { Hops() },
    Feature("outside", "An effect that leaves the executor.", start: Outside.State()) { Outside() },
    Feature("listener", "An effect that waits for a signal.", start: Listener.State()) {
      Listener()
    },
    Feature(
      "courier", "Real requests, real time and random numbers.", start: Courier.State(),
      stubs: [
        Stub("web.get", \.web.get), Stub("web.size", placeholder: 0, \.web.size),
        Stub("web.news", \.web.news),
      ]
    ) {
      Courier()
    },
    Feature(
      "errand", "Requests of a client that is registered by a setter.", start: Courier.State(),
      stubs: [
        Stub("web.get") { $0.web.get = $1 }, Stub("web.size", placeholder: 0, \.web.size),
      ]
    ) {
      Courier()
    },
    Feature("traps", "Actions that end the process.", start: Traps.State()) { Traps() },
    Feature("shared", "A number that all stores of a process share.", start: Shared.State()) {
      Shared()
    },
    Strays.feature, Mailbox.feature, Ledger.feature, Waits.feature,
    Ways.feature, Reducers.feature, Jury.feature, Expenses.feature, Lobby.feature,
    Objects.feature, Forgetful.feature, DeepChain.feature, DeepList.feature,
    gitHubListQueue,
    Feature(
      "liveClients", "Clients that are live in tests.", start: LiveClients.State(),
      stubs: [
        Stub("tool.stop", \.tool.stop), Stub("coveredTool.run", \.coveredTool.run),
        Stub("coveredTool.stop", \.coveredTool.stop),
      ]
    ) {
      LiveClients()
    },
    Feature("unstable", "Descriptions that differ.", start: Unstable.State()) { Unstable() },
    Feature("mainThread", "Work for the main thread.", start: MainThread.State()) { MainThread() },
    Feature(
      "mainThreadViewModel", "A view model that uses the main queue.",
      start: MainThreadViewModel.Output()
    ) { output, _ in MainThreadViewModel(output) },
    Feature("attacks", "Effects that involve other threads.", start: Attacks.State()) { Attacks() },
    Feature(
      "bystanders", "Threads that change no effect.", start: Bystanders.State(),
      stubs: [Stub("web.get", \.web.get)]
    ) {
      Bystanders()
    },
    Feature("unordered", "A set that is shown as a list.", start: Unordered.State()) {
      Unordered()
    },
    Feature(
      "form", "A state with an initializer of its own.",
      start: Form.State(name: "Blob", mode: .editing)
    ) {
      Form()
    },
    Feature("turnstile", "A state with private setters.", start: .init()) { Turnstile() },
    Feature("stopwatch", "Actions with case key paths.", start: Stopwatch.State()) { Stopwatch() },
    Hostile.feature, Weather.feature, Weather.unregistered,
  ]

  /// Prints if the environment asks for it, as the registration of features may.
  init() {
    if ProcessInfo.processInfo.environment["PRINTS_WHEN_REGISTERING"] != nil {
      print("printed by the registration")
    }
  }

  /// Runs the features above, or the gallery with a fault if the environment names one.
  static func main() {
    BackgroundThread.startIfRequested()
    guard let fault = Fault.fromEnvironment else { run(Self().features) }
    run(
      Gallery.features.map { feature -> any DrivenFeature in
        fault.applies(feature) ? feature.with(fault) : feature
      })
  }
}
