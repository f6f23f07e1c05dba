import Composable
import MachoAdapters
import MachoArchitectures

extension Gallery {
  static let bootCombine = Feature(
    "boot-combine", "Clean Architecture: the same start with publishers.",
    start: BootScreen(), scenes: CALearning.Boot.self, stubs: bootStubs,
    dependencies: CALearning.useStore
  ) { screen, tasks, entered in
    CALearning.Dependencies.shared.set(
      mock: CALearning.Dependencies(dataStore: CALearning.PortDataStore()))
    return CALearning.ContentView(
      screen, presenter: CALearning.Presenter(tasks: tasks, onScene: entered))
  }

  static let storeInterface = Feature(
    "store-interface",
    "Clean Architecture: a store with typed keys; 'live' has the user's defaults.",
    start: DataStoreScreen()
  ) { screen, _ in
    @Dependency(\.context) var context
    return CALearning.StoreInterfaceViewModel(screen, store: CALearning.makeStore(in: context))
  }
}

extension CALearning {
  /// Returns the user's defaults for a live session, and a store in memory for any other.
  fileprivate static func makeStore(in context: DependencyContext) -> any StoreInterface {
    context == .live ? UserDefaultsDataStore() : MemoryDataStore()
  }

  /// Sets the store of a session.
  fileprivate static func useStore(in values: inout DependencyValues) {
    values.dataStore = PersistencePort(makeStore(in: values.context))
  }
}
