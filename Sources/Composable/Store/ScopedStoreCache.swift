/// The stores that were scoped from one store, so that the same scope gives the same store while
/// somebody holds it.
@MainActor
struct ScopedStoreCache {
  /// What a store was scoped by.
  struct Key: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
    /// By the same key path a part may be scoped as it is or, where it is optional, unwrapped.
    let type: ObjectIdentifier
  }

  private struct Entry {
    weak var store: AnyObject?
  }

  private var entries: [Key: Entry] = [:]
  /// How many there may be before those that are gone are dropped.
  private var limit = 16

  nonisolated init() {}

  mutating func store<State, Action>(
    state: AnyKeyPath, action: AnyKeyPath, make: () -> StoreScope<State, Action>
  ) -> Store<State, Action> {
    let key = Key(
      state: state, action: action, type: ObjectIdentifier(Store<State, Action>.self))
    if let store = entries[key]?.store as? Store<State, Action> { return store }
    let store = Store(link: make())
    entries[key] = Entry(store: store)
    if entries.count > limit {
      entries = entries.filter { $0.value.store != nil }
      limit = max(16, entries.count * 2)
    }
    return store
  }

  /// The number of stores that are remembered.
  var count: Int { entries.count }
}
