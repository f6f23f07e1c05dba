import MachoArchitectures

extension CALearning {
  /// Forwards input to a store, so that scripts can specify its behavior.
  final class StoreInterfaceViewModel: ViewModel, Sendable {
    enum Input: Equatable, Sendable {
      case save(KeyValue)
      case get(KeyValue.BoolKey)
      case delete(KeyValue.BoolKey)
    }

    let output: Observed<DataStoreScreen>
    private let store: any StoreInterface

    init(_ screen: DataStoreScreen, store: any StoreInterface) {
      output = Observed(screen)
      self.store = store
    }

    func send(_ input: Input) {
      do {
        switch input {
        case .save(let keyValue): try store.save(keyValue)
        case .get(let key):
          let value = try store.get(key)
          output.update { $0.value = value }
        case .delete(let key): try store.delete(key)
        }
      } catch {
        output.update { $0.error = "\(error)" }
      }
    }
  }
}
