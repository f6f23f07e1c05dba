import Composable
import MachoAdapters
import MachoArchitectures

extension Gallery {
  static let boot = Feature(
    "boot", "Clean Architecture: the start of an application as a use case.",
    start: BootScreen(), scenes: Boot.self,
    stubs: [
      Stub("dataStore.save", \.dataStore.save), Stub("dataStore.get", \.dataStore.get),
      Stub("dataStore.delete", \.dataStore.delete),
    ]
  ) { screen, work, entered in
    BootPresenter(screen, work: work, onScene: entered)
  }

  static let dataStore = Feature(
    "data-store", "Clean Architecture: what the domain asks of a data store.",
    start: DataStoreScreen()
  ) { screen, _ in
    DataStoreViewModel(screen, store: MemoryDataStore())
  }
}
