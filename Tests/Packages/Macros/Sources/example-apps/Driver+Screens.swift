import ComposableArchitecture
import ExampleApps
import MachoKit

extension Driver {
  /// Features about navigation, presentation, forms, bindings and shared state.
  static var screens: [Feature] { [] }
}
