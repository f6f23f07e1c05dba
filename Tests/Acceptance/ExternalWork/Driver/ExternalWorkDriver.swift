import Composable
import MachoGallery
import MachoKit

/// Features whose effects do what makes tests flaky elsewhere.
@main struct ExternalWorkDriver: MachoApp {
  let features = [
    Feature("hops", "Effects that hop about.", start: Hops.State()) { Hops() },
    Feature("outside", "An effect that leaves the executor.", start: Outside.State()) { Outside() },
    Feature("listener", "An effect that waits for a signal.", start: Listener.State()) {
      Listener()
    },
    Feature(
      "courier", "Real requests, real time, chance.", start: Courier.State(),
      stubs: [
        Stub("web.get", \.web.get), Stub("web.size", placeholder: 0, \.web.size),
        Stub("web.news", \.web.news),
      ]
    ) {
      Courier()
    },
    Feature("traps", "Actions that end the process.", start: Traps.State()) { Traps() },
    Feature("shared", "A number that all stores of a process share.", start: Shared.State()) {
      Shared()
    },
    Strays.feature, Mailbox.feature,
    Feature("unordered", "A set that is shown as a list.", start: Unordered.State()) {
      Unordered()
    },
  ]

  /// The gallery in place of all that where the environment says what is to be wrong with it.
  static func main() {
    BackgroundThread.startIfRequested()
    guard let fault = Fault.fromEnvironment else { run(Self().features) }
    run(
      Gallery.features.map { feature -> any DrivenFeature in
        fault.applies(feature) ? feature.with(fault) : feature
      })
  }
}
