import ComposableArchitecture
import ExampleApps
import Foundation
import MachoKit

extension Driver {
  /// Features about navigation, presentation, forms, bindings and shared state.
  static var screens: [Feature] {
    [
      Feature(
        "library", "Readers present a card, and borrow books inside.", start: LibraryApp.State(),
        stubs: [
          Stub("desk.admit", \.desk.admit), Stub("desk.loans", \.desk.loans),
          Stub("desk.renew", \.desk.renew),
        ]
      ) { LibraryApp() },
      Feature(
        "garden", "Plots of an allotment on a stack of screens.", start: GardenApp.State(),
        stubs: [
          Stub("valve.isUnlocked", \.valve.isUnlocked), Stub("valve.open", \.valve.open),
          Stub("openSettings", \.openSettings),
        ],
        dependencies: setGermanLocale
      ) { GardenApp() },
      Feature(
        "workshop", "Jobs of a bicycle workshop, with a form.", start: JobList.State(),
        computed: [
          Computed("visible", \.visible), Computed("filterTitle") { $0.filter.title },
        ]
      ) { JobList() },
      Feature(
        "assembly", "A bill of materials: parts of parts.", start: Assembly.State(id: UUID(0)),
        computed: [Computed("pieces", \.pieces)]
      ) { Assembly() },
      Feature("museum", "Sheets and rooms that open each other.", start: Museum.State()) {
        Museum()
      },
      Feature(
        "observatory", "Values shared by all kinds of keys.", start: Observatory.State(),
        stubs: [Stub("station.seeing", \.station.seeing)]
      ) { Observatory() },
    ]
  }

  private static let setGermanLocale: @Sendable (inout DependencyValues) -> Void = {
    $0.locale = Locale(identifier: "de_DE")
  }
}
