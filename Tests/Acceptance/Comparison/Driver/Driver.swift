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
      + Self.ledgers(isBase: isBase)
  }

  /// A ledger whose names changed, and the same one in another architecture.
  private static func ledgers(isBase: Bool) -> [Feature] {
    let stubs = [Stub("ledger.store", \.ledger.store)]
    let renamed =
      isBase
      ? Feature(
        "renamed", start: OldLedger.State(),
        stubs: [Stub("ledger.keep", \.ledger.store)]
      ) { OldLedger() }
      : Feature("renamed", start: NewLedger.State(), stubs: stubs) { NewLedger() }
    let models = ["model": false, "stuck-model": true].map { name, staysBusy in
      Feature(name, start: NewLedger.State(), stubs: stubs) { state, tasks in
        LedgerViewModel(state, staysBusy: staysBusy, tasks: tasks)
      }
    }
    return [renamed] + models
  }
}
