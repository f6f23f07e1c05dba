/// The open stores of a session, and the one in use.
struct StoreList {
  /// The open stores, in the order of their opening.
  private(set) var all: [OpenStore] = []
  /// The store in use.
  private(set) var current: OpenStore?
  /// Whether nothing has happened since the last `finish`.
  var isFinished = true

  /// The stores that are not in use.
  var others: [OpenStore] { all.filter { $0 !== current } }

  /// The time until the next deadline of any store.
  var nextDeadline: Duration? { all.compactMap(\.store.nextDeadline).min() }

  /// Returns the store of a name, the latest if there are several.
  func named(_ name: String) -> OpenStore? { all.last { $0.name == name } }

  /// Removes and returns the store that a new store replaces: the other store without a name, or
  /// the store of its name.
  mutating func removeStore(replacedBy name: String?) -> (store: OpenStore, index: Int)? {
    let index = all.firstIndex { $0.name == name || !$0.isNamed && name == nil }
    return index.map { (all.remove(at: $0), $0) }
  }

  /// Adds a store. Default for `index`: the end.
  mutating func insert(_ store: OpenStore, at index: Int?) {
    all.insert(store, at: index ?? all.count)
  }

  /// Selects one of the open stores.
  mutating func use(_ store: OpenStore) { current = store }
}
