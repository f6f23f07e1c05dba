import MachoValues

/// What a session did, line by line and as data, for who writes it down in another form.
///
/// It holds one line at a time: who wants more keeps it.
package final class Journal {
  private let onLine: (JournalLine) -> Void
  private var current = JournalLine()
  private var count = 0

  /// A journal that hands over each line when it is done.
  package init(_ told: @escaping (JournalLine) -> Void) { self.onLine = told }

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
    _ step: StateTransition, _ line: String, _ diff: String?, isSkipped: Bool, of open: OpenStore
  ) {
    current.transitions.append(
      JournalTransition(
        store: open.number, id: open.history.newestID, transition: step, line: line, diff: diff,
        isSkipped: isSkipped))
  }

  func recordElapsedTime(_ time: Duration) { current.elapsed += time }

  private func collectStubEvents(_ stubs: StubTable, of store: Int) {
    current.events += stubs.takeLog().map { .stub($0, store: store) }
  }

  /// The verbs that go through the history.
  package static let timeTravelVerbs: Set = ["undo", "redo", "goto", "branch"]

  /// Ends a line of a session.
  func finishLine(_ outcome: Outcome, in session: Session) {
    for store in session.stores { collectStubEvents(store.stubs, of: store.number) }
    var line = current
    current = JournalLine()
    line.outcome = outcome
    for store in session.stores {
      if store.store.hasUsedClock { line.storesWithUsedClock.insert(store.number) }
      if store.queue.isEmpty { continue }
      line.storesWithUnassertedActions.insert(store.number)
    }
    line.storesWithRunningEffects = Set(
      session.stores.filter { !$0.store.effects.isEmpty }.map(\.number))
    line.isExhaustive = session.isExhaustive
    if let open = session.open {
      line.store = open.number
      if let verb = outcome.line?.verb, Self.timeTravelVerbs.contains(verb), outcome.isSuccess {
        line.activeActionIDs = (0..<open.history.position).map { open.history.log.id(at: $0) }
      }
      line.context = JournalContext(
        root: open.root, syntax: open.syntax, computed: open.feature.computed,
        feature: open.feature)
    }
    onLine(line)
  }
}

/// One line of a session, and all that it did.
package struct JournalLine {
  /// The line with what came of it.
  package var outcome = Outcome(text: "")
  /// The stores that it opened.
  package var openedStores: [JournalStore] = []
  /// The store that was in use behind it.
  package var store: Int?
  /// The actions that it took, sent or received.
  package var transitions: [JournalTransition] = []
  /// What happened to stubs and effects, in its order.
  package var events: [JournalEvent] = []
  /// The numbers of the actions in force behind it, where it went through the history.
  package var activeActionIDs: [Int]?
  /// How much time passed on the controlled clocks.
  package var elapsed = Duration.zero
  /// The stores whose clock was looked at so far.
  package var storesWithUsedClock: Set<Int> = []
  /// The stores in which received actions wait to be named.
  package var storesWithUnassertedActions: Set<Int> = []
  /// The stores in which effects run.
  package var storesWithRunningEffects: Set<Int> = []
  /// Whether everything has to be accounted for.
  package var isExhaustive = true
  /// What can be asked of the store in use, only while the line is told.
  package var context: JournalContext?
}

/// What a line's arguments are read by.
package struct JournalContext {
  /// The state that the script has come to.
  package var root: TypedValue
  /// How values are written there.
  package var syntax: ValueSyntax
  /// The properties that paths may name beside the stored ones.
  package var computed: ComputedProperties
  /// The feature whose actions are meant.
  package var feature: any DrivenFeature

  /// Whether a text is a whole value of one of the feature's actions, equal to this one.
  package func isCompleteText(_ text: Substring, of action: Any) -> Bool {
    guard let read = try? syntax.readAction(text, of: feature) else { return false }
    return valuesEqual(read, action)
  }
}

/// A store that was opened, and from where.
package struct JournalStore {
  /// Its number among all that the session opened, from 1.
  package var number: Int
  /// The name by which `use` finds it.
  package var name: String
  /// Whether `as` gave it that name.
  package var isNamed: Bool
  /// What it was opened for.
  package var feature: any DrivenFeature
  /// Where its dependencies come from.
  package var context: RunContext
  /// The state that it began with.
  package var start: TypedValue
  /// How its values are written.
  package var syntax: ValueSyntax
}

/// An action that became part of the script's state.
package struct JournalTransition {
  /// The number of the store that took it.
  package var store: Int
  /// Its number among all actions that the store's history ever had.
  package var id: Int
  /// The action with the states around it.
  package var transition: StateTransition
  /// The line that repeats it: `send x` or `receive y`.
  package var line: String
  /// What it changed; `nil` for nothing.
  package var diff: String?
  /// Whether nobody asserted it.
  package var isSkipped: Bool
}

/// Something that happened beside the actions.
package enum JournalEvent {
  /// A stub was called, or an answer given.
  case stub(StubEvent, store: Int)
  /// An effect began or ended.
  case effect(EffectChange, store: Int)
}

extension Outcome {
  /// Whether the command did what it is there for.
  package var isSuccess: Bool { failure == nil && expectedFailure == nil && !wasSkipped }
}
