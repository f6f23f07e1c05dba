import MachoValues

/// What a session did, line by line and as data, for who writes it down in another form.
///
/// It holds one line at a time: who wants more keeps it.
package final class Journal {
  private let told: (JournalLine) -> Void
  private var current = JournalLine()
  private var count = 0

  /// A journal that hands over each line when it is done.
  package init(_ told: @escaping (JournalLine) -> Void) { self.told = told }

  func opened(_ open: OpenStore) {
    count += 1
    open.number = count
    open.stubs.keepLog()
    current.opened.append(
      JournalStore(
        number: count, name: open.name, isNamed: open.isNamed, feature: open.feature,
        context: open.context, start: TypedValue(open.shown, as: open.feature.stateType),
        syntax: open.syntax))
    open.store.observeEffects { [unowned self, number = count, stubs = open.stubs] change in
      take(stubs, of: number)
      current.happened.append(.effect(change, store: number))
    }
  }

  func took(
    _ step: Step, _ line: String, _ diff: String?, isSkipped: Bool, of open: OpenStore
  ) {
    current.taken.append(
      JournalStep(
        store: open.number, id: open.history.newest, step: step, line: line, diff: diff,
        isSkipped: isSkipped))
  }

  func passed(_ time: Duration) { current.passed += time }

  private func take(_ stubs: StubTable, of store: Int) {
    current.happened += stubs.takeLog().map { .stub($0, store: store) }
  }

  /// The verbs that go through the history.
  package static let travelling: Set = ["undo", "redo", "goto", "branch"]

  /// Ends a line of a session.
  func ended(_ outcome: Outcome, in session: Session) {
    for store in session.stores { take(store.stubs, of: store.number) }
    var line = current
    current = JournalLine()
    line.outcome = outcome
    for store in session.stores {
      if store.store.hasUsedClock { line.clocks.insert(store.number) }
      if store.queue.isEmpty { continue }
      line.waiting.insert(store.number)
    }
    line.running = Set(session.stores.filter { !$0.store.effects.isEmpty }.map(\.number))
    line.isExhaustive = session.isExhaustive
    if let open = session.open {
      line.store = open.number
      if let verb = outcome.line?.verb, Self.travelling.contains(verb), outcome.isSuccess {
        line.way = (0..<open.history.position).map { open.history.log.id(at: $0) }
      }
      line.view = JournalView(
        root: open.root, syntax: open.syntax, computed: open.feature.computed,
        feature: open.feature)
    }
    told(line)
  }
}

/// One line of a session, and all that it did.
package struct JournalLine {
  /// The line with what came of it.
  package var outcome = Outcome(text: "")
  /// The stores that it opened.
  package var opened: [JournalStore] = []
  /// The store that was in use behind it.
  package var store: Int?
  /// The actions that it took, sent or received.
  package var taken: [JournalStep] = []
  /// What happened to stubs and effects, in its order.
  package var happened: [Happening] = []
  /// The numbers of the actions in force behind it, where it went through the history.
  package var way: [Int]?
  /// How much time passed on the controlled clocks.
  package var passed = Duration.zero
  /// The stores whose clock was looked at so far.
  package var clocks: Set<Int> = []
  /// The stores in which received actions wait to be named.
  package var waiting: Set<Int> = []
  /// The stores in which effects run.
  package var running: Set<Int> = []
  /// Whether everything has to be accounted for.
  package var isExhaustive = true
  /// What can be asked of the store in use, only while the line is told.
  package var view: JournalView?
}

/// What a line's arguments are read by.
package struct JournalView {
  /// The state that the script has come to.
  package var root: TypedValue
  /// How values are written there.
  package var syntax: ValueSyntax
  /// The properties that paths may name beside the stored ones.
  package var computed: ComputedProperties
  /// The feature whose actions are meant.
  package var feature: any DrivenFeature

  /// Whether a text is a whole value of one of the feature's actions, equal to this one.
  package func isWhole(_ text: Substring, of action: Any) -> Bool {
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
package struct JournalStep {
  /// The number of the store that took it.
  package var store: Int
  /// Its number among all actions that the store's history ever had.
  package var id: Int
  /// The action with the states around it.
  package var step: Step
  /// The line that repeats it: `send x` or `receive y`.
  package var line: String
  /// What it changed; `nil` for nothing.
  package var diff: String?
  /// Whether nobody asserted it.
  package var isSkipped: Bool
}

/// Something that happened beside the actions.
package enum Happening {
  /// A stub was called, or an answer given.
  case stub(StubNote, store: Int)
  /// An effect began or ended.
  case effect(EffectChange, store: Int)
}

extension Outcome {
  /// Whether the command did what it is there for.
  package var isSuccess: Bool { failure == nil && expectedFailure == nil && !wasSkipped }
}
