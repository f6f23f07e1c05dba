import ComposableArchitecture
import ExampleApps
import MachoKit

extension Driver {
  /// Features about effects: time, streams, cancellation, clients.
  static var effects: [Feature] { [] }
}
