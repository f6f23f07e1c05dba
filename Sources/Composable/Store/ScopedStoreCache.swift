/// A weak cache of the stores scoped from one store. The same scope returns the same store while a
/// caller retains it.
@MainActor
struct ScopedStoreCache {
  /// The arguments of a `scope` call.
  struct Key: Hashable {
    let state: AnyKeyPath
    let action: AnyKeyPath
    /// The type of the scoped store. One key path can scope an optional child as it is or
    /// unwrapped.
    let type: ObjectIdentifier
  }

  private struct Entry {
    weak var store: AnyObject?
  }

  private var entries: [Key: Entry] = [:]
  /// The number of entries above which released stores are removed.
  private var limit = 16

  nonisolated init() {}

  mutating func store<State, Action>(
    state: AnyKeyPath, action: AnyKeyPath, make: () -> StoreScope<State, Action>
  ) -> Store<State, Action> {
    let key = Key(
      state: state, action: action, type: ObjectIdentifier(Store<State, Action>.self))
    if let store = entries[key]?.store as? Store<State, Action> { return store }
    let store = Store(storeScope: make())
    entries[key] = Entry(store: store)
    if entries.count > limit {
      entries = entries.filter { $0.value.store != nil }
      limit = max(16, entries.count * 2)
    }
    return store
  }

  /// The number of cached entries, released stores included.
  var count: Int { entries.count }
}
