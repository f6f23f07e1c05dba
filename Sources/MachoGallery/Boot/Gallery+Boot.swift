import Composable
import MachoAdapters
import MachoArchitectures

extension Gallery {
  static let bootStubs = [
    Stub("dataStore.save", \.dataStore.save), Stub("dataStore.get", \.dataStore.get),
    Stub("dataStore.delete", \.dataStore.delete),
  ]

  static let boot = Feature(
    "boot", "Clean Architecture: an application's start as a use case.",
    start: BootScreen(), scenes: Boot.self, stubs: bootStubs
  ) { screen, tasks, entered in
    BootPresenter(screen, tasks: tasks, onScene: entered)
  }

  static let dataStore = Feature(
    "data-store", "Clean Architecture: the domain's interface to a data store.",
    start: DataStoreScreen()
  ) { screen, _ in
    DataStoreViewModel(screen, store: MemoryDataStore())
  }
}
