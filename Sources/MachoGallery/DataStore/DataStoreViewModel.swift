import Composable
import MachoArchitectures

/// The visible result of the data store's operations.
struct DataStoreScreen: Equatable, Sendable {
  var value: Bool?
  var error: String?
}

/// Forwards input to a data store, so that scripts can specify its behavior.
final class DataStoreViewModel: ViewModel, Sendable {
  enum Input: Equatable, Sendable {
    case save(BoolKey, Bool)
    case saveText(BoolKey, String)
    case get(BoolKey)
    case delete(BoolKey)
  }

  let output: Observed<DataStoreScreen>
  private let store: any DataStore

  init(_ screen: DataStoreScreen, store: any DataStore) {
    output = Observed(screen)
    self.store = store
  }

  func send(_ input: Input) {
    do {
      switch input {
      case .save(let key, let value): try store.save(value, for: key.dataKey)
      case .saveText(let key, let text): try store.save(text, for: key.textKey)
      case .get(let key):
        let value = try store.get(key.dataKey)
        output.update { $0.value = value }
      case .delete(let key): try store.delete(key.dataKey)
      }
    } catch {
      output.update { $0.error = "\(error)" }
    }
  }
}
