import Composable
import Foundation
import MachoKit

/// The driver of the compared features. COMPARISON_BASE makes it the base of a comparison: each feature then has
/// its old behaviour.
@main struct Driver: MachoApp {
  let features: [Feature]

  init() {
    let isBase = ProcessInfo.processInfo.environment["COMPARISON_BASE"] != nil
    features =
      Change.allCases.map { change in
        Feature(
          change.rawValue, start: ShopFeature.State(),
          stubs: [Stub("shop.load", \.shop.load), Stub("shop.buy", \.shop.buy)]
        ) {
          ShopFeature(change: isBase ? .same : change)
        }
      } + [
        isBase
          ? Feature("types", start: OldNote.State()) { OldNote() }
          : Feature("types", start: NewNote.State()) { NewNote() }
      ]
      + (isBase ? [] : [Feature("only-head", start: OldNote.State()) { OldNote() }])
  }
}
