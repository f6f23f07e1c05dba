import MachoValues

/// Collects a record of each line of a session, as data for exports.
///
/// The journal holds only the current line.
package final class Journal {
  private let onLine: (JournalLine) -> Void
  private var current = JournalLine()
  private var count = 0

  /// Creates a journal that calls `onLine` with each finished line.
  package init(_ onLine: @escaping (JournalLine) -> Void) { self.onLine = onLine }

  func recordOpening(_ open: OpenStore) {
    count += 1
    open.number = count
    open.stubs.startLog()
    current.openedStores.append(
      JournalStore(
        number: count, name: open.name, isNamed: open.isNamed, feature: open.feature,
        context: open.context, start: TypedValue(open.scriptState, as: open.feature.stateType),
        syntax: open.syntax))
    open.store.observeEffects { [unowned self, number = count, stubs = open.stubs] change in
      collectStubEvents(stubs, of: number)
      current.events.append(.effect(change, store: number))
    }
  }

  func record(
    _ transition: StateTransition, _ line: String, _ diff: String?, isSkipped: Bool,
    of open: OpenStore
  ) {
    current.transitions.append(
      JournalTransition(
        store: open.number, id: open.history.newestID, transition: transition, line: line,
        diff: diff,
        isSkipped: isSkipped))
  }

  func recordElapsedTime(_ time: Duration) { current.elapsed += time }

  private func collectStubEvents(_ stubs: StubTable, of store: Int) {
    current.events += stubs.takeLog().map { .stub($0, store: store) }
  }

  /// Finishes a line of a session.
  func finishLine(_ outcome: Outcome, in session: Session) {
    for store in session.stores.all { collectStubEvents(store.stubs, of: store.number) }
    var line = current
    current = JournalLine()
    line.outcome = outcome
    for store in session.stores.all {
      if store.store.hasUsedClock { line.storesWithUsedClock.insert(store.number) }
      if store.queue.isEmpty { continue }
      line.storesWithUnassertedActions.insert(store.number)
    }
    line.storesWithRunningEffects = Set(
      session.stores.all.filter { !$0.store.effects.isEmpty }.map(\.number))
    line.isExhaustive = session.settings.isExhaustive
    if let open = session.open {
      line.store = open.number
      if outcome.has(.travelsInTime), outcome.isSuccess {
        line.activeActionIDs = (0..<open.history.position).map { open.history.log.id(at: $0) }
      }
      line.context = JournalContext(
        root: open.root, syntax: open.syntax, computed: open.feature.computed,
        feature: open.feature)
    }
    onLine(line)
  }
}

/// One line of a session and everything that it did.
package struct JournalLine {
  /// The outcome of the line.
  package var outcome = Outcome(text: "")
  /// The stores that the line opened.
  package var openedStores: [JournalStore] = []
  /// The number of the store in use after the line.
  package var store: Int?
  /// The transitions that the line applied, sent or received.
  package var transitions: [JournalTransition] = []
  /// The events of stubs and effects, in order.
  package var events: [JournalEvent] = []
  /// The IDs of the actions in force after a line of time travel. `nil` for other lines.
  package var activeActionIDs: [Int]?
  /// The time by which the line advanced the test clocks.
  package var elapsed = Duration.zero
  /// The numbers of the stores whose clock has been used so far.
  package var storesWithUsedClock: Set<Int> = []
  /// The numbers of the stores with unasserted received actions.
  package var storesWithUnassertedActions: Set<Int> = []
  /// The numbers of the stores with effects in flight.
  package var storesWithRunningEffects: Set<Int> = []
  /// Whether the session is exhaustive.
  package var isExhaustive = true
  /// The context for reading the line's arguments. Valid only during the callback.
  package var context: JournalContext?
}

/// The context in which a line's arguments are read.
package struct JournalContext {
  /// The script state.
  package var root: TypedValue
  /// The value syntax.
  package var syntax: ValueSyntax
  /// The computed properties that paths may use.
  package var computed: ComputedProperties
  /// The feature in use.
  package var feature: any DrivenFeature

  /// Returns whether a text is a complete value equal to `action`.
  package func isCompleteText(_ text: Substring, of action: Any) -> Bool {
    guard let read = try? syntax.readAction(text, of: feature) else { return false }
    return valuesEqual(read, action)
  }
}

/// An opened store with its start state.
package struct JournalStore {
  /// Its ordinal among all stores of the session, from 1.
  package var number: Int
  /// The name for `use`.
  package var name: String
  /// Whether `as` gave it that name.
  package var isNamed: Bool
  /// The feature that it was opened for.
  package var feature: any DrivenFeature
  /// The context of its dependencies.
  package var context: RunContext
  /// The start state.
  package var start: TypedValue
  /// The value syntax.
  package var syntax: ValueSyntax
}

/// An action that became part of the script state.
package struct JournalTransition {
  /// The number of its store.
  package var store: Int
  /// The ID of its entry in the store's history.
  package var id: Int
  /// The action with the states before and after it.
  package var transition: StateTransition
  /// The line that repeats the action: `send x` or `receive y`.
  package var line: String
  /// The diff; `nil` if the state did not change.
  package var diff: String?
  /// Whether the action was skipped without an assertion.
  package var isSkipped: Bool
}

/// An event of a stub or an effect.
package enum JournalEvent {
  /// A stub was called, or a pending call completed.
  case stub(StubEvent, store: Int)
  /// An effect started or ended.
  case effect(EffectChange, store: Int)
}
