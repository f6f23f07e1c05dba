/// What a session has done so far, from which a recording finds out what a line has done.
package struct SessionProgress: Equatable, Sendable {
  /// An open store.
  package struct Store: Equatable, Sendable {
    /// Its ordinal among all stores that the session has opened, from 1.
    package var ordinal: Int
    /// The ID of the newest action of its history. 0 if there is none.
    package var newestID: Int
    /// The ID of the last action in force. 0 at the start.
    package var currentID: Int
    /// The time on its test clock. Zero for a live store, whose time passes between lines.
    var time: Duration
    /// The IDs of the effects in flight. None for a live store.
    var effects: [Int]
    /// The numbers of calls of its stubs, in the order of their lines.
    package var stubs: [StubCalls]
  }

  /// A stub and the number of its calls so far.
  package struct StubCalls: Equatable, Sendable {
    package var stub: StubKey
    package var calls: Int
  }

  /// What tells a stub from others. A later `stub` line with an equal key replaces it.
  package struct StubKey: Hashable, Sendable {
    /// The table of the store, which keeps its stubs when it starts again.
    var table: ObjectIdentifier
    var endpoint: String
    var pattern: String
  }

  /// The open stores, in the order of their opening.
  package var stores: [Store] = []
  /// The ordinal of the store in use. `nil` if no feature is open.
  package var current: Int?

  /// Creates the progress of a session without stores.
  package init() {}

  /// The store in use.
  package var storeInUse: Store? { stores.first { $0.ordinal == current } }
}

extension Session {
  /// What the session has done so far.
  package var progress: SessionProgress {
    var progress = SessionProgress()
    progress.stores = stores.all.map(\.progress)
    progress.current = open?.ordinal
    return progress
  }

  /// The IDs of the actions in force, in their order, by the ordinal of their store.
  package var activeActionIDs: [Int: [Int]] {
    Dictionary(uniqueKeysWithValues: stores.all.map { ($0.ordinal, $0.history.activeIDs) })
  }
}

extension OpenStore {
  fileprivate var progress: SessionProgress.Store {
    let isLive = context == .live
    let stubs = stubs
    return SessionProgress.Store(
      ordinal: ordinal, newestID: history.newestID, currentID: history.currentID,
      time: isLive ? .zero : store.elapsedTime, effects: isLive ? [] : store.effects.map(\.id),
      stubs: stubs.contents.withLock { contents in
        contents.rules.map { rule in
          SessionProgress.StubCalls(
            stub: SessionProgress.StubKey(
              table: ObjectIdentifier(stubs), endpoint: rule.endpoint.name, pattern: rule.pattern),
            calls: rule.calls)
        }
      })
  }
}

extension History {
  /// The IDs of the actions in force.
  var activeIDs: [Int] { (0..<position).map { log.id(at: $0) } }
}
