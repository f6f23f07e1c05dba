import MachoDiff
import MachoValues

/// Collects a record of each line of a session, as data for exports.
///
/// The journal holds only the current line.
package final class Journal {
  private var observers: [(JournalLine) -> Void]
  private var current = JournalLine()
  private var count = 0
  /// The statuses of the effects in flight when their stores were last idle.
  private var suspensions: [EffectKey: Suspension] = [:]
  /// The number of transitions whose shared values a test has asserted, by store.
  private var assertedCounts: [Int: Int] = [:]

  /// Creates a journal that calls `onLine` with each finished line.
  package init(_ onLine: @escaping (JournalLine) -> Void) { observers = [onLine] }

  /// Also calls `onLine` with each line that finishes from now on.
  package func observe(_ onLine: @escaping (JournalLine) -> Void) { observers.append(onLine) }

  func recordOpening(_ open: OpenStore) {
    count += 1
    open.number = count
    open.stubs.startLog()
    current.openedStores.append(
      JournalStore(
        number: count, name: open.name, isNamed: open.isNamed, feature: open.feature,
        choice: open.choice, base: open.history.currentID,
        start: TypedValue(open.scriptState, as: open.feature.stateType),
        syntax: open.syntax))
    open.store.observeEffects { [unowned self, number = count, stubs = open.stubs] change, time in
      collectStubEvents(stubs, of: number, at: time)
      current.events.append(.effect(change, store: number, time: time))
      if change.kind != .started {
        suspensions[EffectKey(store: number, id: change.effect.id)] = nil
      }
    } onIdle: { [unowned self, unowned open] time in
      collectStubEvents(open.stubs, of: open.number, at: time)
      recordSuspensions(of: open, at: time)
    }
    recordSuspensions(of: open, at: open.store.elapsedTime)
  }

  /// Records the effects whose status differs from that at the last idle point.
  private func recordSuspensions(of open: OpenStore, at time: Duration) {
    for effect in open.store.effects {
      let key = EffectKey(store: open.number, id: effect.id)
      let suspension = Suspension(effect.status, at: time)
      guard suspensions[key] != suspension else { continue }
      suspensions[key] = suspension
      current.events.append(
        .effect(EffectChange(.suspended, effect), store: open.number, time: time))
    }
  }

  private struct EffectKey: Hashable {
    var store: Int
    var id: Int
  }

  /// What an effect waits for. Unlike its status, it does not change while time passes.
  private enum Suspension: Equatable {
    case asleep(until: Duration)
    case waiting(String)
    case external

    init(_ status: RunningEffect.Status, at time: Duration) {
      switch status {
      case .asleep(let duration): self = .asleep(until: time + duration)
      case .waiting(let what): self = .waiting(what)
      case .external: self = .external
      }
    }
  }

  func record(
    _ transition: StateTransition, _ line: Line, _ change: Change?, isSkipped: Bool,
    of open: OpenStore
  ) {
    current.transitions.append(
      JournalTransition(
        store: open.number, id: open.history.newestID, parent: open.history.previousID,
        transition: transition, line: line, change: change, isSkipped: isSkipped,
        assertion: assertion(of: transition, of: open)))
  }

  /// Returns what a test store compares when a test asserts a transition.
  ///
  /// As upstream, it compares the present shared values: those after all transitions until the call of
  /// the test. The call that sends an action sees synchronous effects, but no others. A test that
  /// modifies a value itself has nothing to assert.
  private func assertion(
    of transition: StateTransition, of open: OpenStore
  ) -> () -> JournalTransition.Assertion? {
    let newest = open.queue.last ?? transition
    let last =
      if transition.modifyLine != nil {
        transition
      } else if transition.cause == .sent {
        open.queue.prefix { $0.cause == .received(effect: nil) }.last ?? transition
      } else {
        newest
      }
    let asserted = assertedCounts[open.number] ?? transition.index
    assertedCounts[open.number] = last.index + 1
    return { [store = open.store] in
      guard let before = store.state(transition.before, withSharedValuesAfter: asserted),
        let after = store.state(transition.after, withSharedValuesAfter: last.index + 1)
      else { return nil }
      return JournalTransition.Assertion(
        before: before, after: after, isPresent: last.index == newest.index)
    }
  }

  /// Returns the stores that were recorded since the last line, as a line of their own has done.
  package func takeOpenedStores() -> [JournalStore] {
    defer { current.openedStores = [] }
    return current.openedStores
  }

  func recordElapsedTime(_ time: Duration) { current.elapsed += time }

  private func collectStubEvents(_ stubs: StubTable, of store: Int, at time: Duration) {
    current.events += stubs.takeLog().map { .stub($0, store: store, time: time) }
  }

  /// Finishes a line of a session.
  func finishLine(_ outcome: Outcome, in session: Session) {
    for store in session.stores.all {
      collectStubEvents(store.stubs, of: store.number, at: store.store.elapsedTime)
    }
    var line = current
    current = JournalLine()
    line.outcome = outcome
    for store in session.stores.all {
      if store.store.hasUsedClock { line.usedSchedulers[store.number] = store.store.usedSchedulers }
      if store.queue.isEmpty { continue }
      line.storesWithUnassertedActions.insert(store.number)
    }
    line.storesWithRunningEffects = Set(
      session.stores.all.filter { !$0.store.effects.isEmpty }.map(\.number))
    line.storesWithOtherTasks = Set(
      session.stores.all.filter(\.store.runsOtherTasks).map(\.number))
    line.isExhaustive = session.settings.isExhaustive
    if let open = session.open {
      line.store = open.number
      line.time = open.store.elapsedTime
      line.branch = open.history.branches[open.history.branch].name
      if outcome.line?.command == .mark, outcome.isSuccess {
        line.mark = open.history.marks.last.map { JournalMark(name: $0.name, id: $0.id) }
      }
      if outcome.has(.travelsInTime), outcome.isSuccess {
        line.activeActionIDs = open.history.activeIDs
      }
      line.context = JournalContext(
        root: open.root, syntax: open.syntax, computed: open.feature.computed,
        feature: open.feature,
        present: { [store = open.store, newest = open.queue.last, root = open.root] in
          guard let newest,
            let state = store.state(root.value, withSharedValuesAfter: newest.index + 1)
          else { return root }
          return TypedValue(state, as: root.type)
        })
    }
    for observer in observers { observer(line) }
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
  /// The mark that the line set.
  package var mark: JournalMark?
  /// The name of the history's branch after the line.
  package var branch = "main"
  /// The time by which the line advanced the test clocks.
  package var elapsed = Duration.zero
  /// The time on the clock of the store in use after the line.
  package var time = Duration.zero
  /// For each store whose clock has been used so far, the dependencies that have used it as
  /// schedulers.
  package var usedSchedulers: [Int: Set<String>] = [:]
  /// The numbers of the stores with unasserted received actions.
  package var storesWithUnassertedActions: Set<Int> = []
  /// The numbers of the stores with effects in flight.
  package var storesWithRunningEffects: Set<Int> = []
  /// The numbers of the stores whose effects have started tasks that prefer no executor.
  package var storesWithOtherTasks: Set<Int> = []
  /// Whether the session is exhaustive.
  package var isExhaustive = true
  /// The context for reading the line's arguments. Valid only during the callback.
  package var context: JournalContext?
}

extension JournalLine {
  /// Whether a command ran. Otherwise the line was skipped or unreadable, or it represents external
  /// input between two lines.
  package var hasRun: Bool { outcome.line != nil && !outcome.wasSkipped }
}

/// A named point of a history.
package struct JournalMark {
  /// The name.
  package var name: String
  /// The ID of the entry before it; 0 for the start.
  package var id: Int
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
  /// Returns the script state with the present shared values, which unasserted actions may have
  /// changed.
  package var present: () -> TypedValue

  /// Returns whether a text is a complete value equal to `action`.
  package func isCompleteText(_ text: Substring, of action: Any) -> Bool {
    guard let read = try? syntax.readAction(text, of: feature) else { return false }
    return areSame(read, action)
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
  /// The context and the preset of its dependencies.
  package var choice: ContextChoice
  /// The context of its dependencies.
  package var context: RunContext { choice.context }
  /// The ID of the history's entry before `start`. Not 0 only if the journal began later.
  package var base: Int
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
  /// The ID of the entry before it; 0 for the start.
  package var parent: Int
  /// The action with the states before and after it.
  package var transition: StateTransition
  /// The line that repeats the action: `send x` or `receive y`.
  package var line: Line
  /// The change; `nil` if the state did not change.
  package var change: Change?
  /// Whether the action was skipped without an assertion.
  package var isSkipped: Bool
  /// Returns what a test store compares. `nil` for a state without shared values: the states before and
  /// after the action. Valid only while the store is open.
  package var assertion: () -> Assertion?

  /// The states that a test store compares.
  package struct Assertion {
    /// The state before, with the shared values that the test has asserted last.
    package var before: Any
    /// The state after, with the shared values at the time of the call.
    package var after: Any
    /// Whether these are still the shared values after the call.
    package var isPresent: Bool
  }
}

/// An event of a stub or an effect, with the time on the store's clock.
package enum JournalEvent {
  /// A stub was called, or a pending call completed.
  case stub(StubEvent, store: Int, time: Duration)
  /// An effect started, was suspended or ended.
  case effect(EffectChange, store: Int, time: Duration)
}
