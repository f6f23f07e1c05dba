import MachoSessions
import MachoValues

/// Exports a session as a Swift Testing test that drives a `TestStore`.
struct SwiftExport: SessionExporter {
  /// A store of the test.
  struct Store {
    let opened: JournalStore
    let variable: String
    /// The dependencies that use the clock as schedulers. `nil` if nothing uses it.
    var schedulers: Set<String>?
    var isUsed = false
    var isClosed = false
    /// Whether the test releases the store before its end, which cancels its effects.
    var isScoped = false
    var isExhaustive: Bool
    var calls = SwiftStubs()
  }

  /// A part of the test's body.
  enum BodyStatement {
    case lines([String])
    /// The initialization of a store. Its stubs are known only at the end of the session.
    case store(Int)
    /// The end of a store's scope.
    case end
  }

  /// The name of the test.
  let name: String
  /// Whether the session had undone actions, which the test omits.
  var omitsUndoneActions = false
  var statements: [BodyStatement] = []
  var stores: [Int: Store] = [:]
  var names = SwiftNames()
  var printer = SwiftSourcePrinter(syntax: ValueSyntax())
  private var problem: Diagnostic?
  /// The stores that have settled since the last action of the test.
  var settledStores: Set<Int> = []
  /// The stores whose calls the test has answered since it called the store last.
  var answeredStores: Set<Int> = []
  /// The stores with unasserted received actions after the last line.
  private var unassertedStores: Set<Int> = []
  /// The modifications that are not written yet, as one.
  var modification: (transition: JournalTransition, line: JournalLine)?
  var isExhaustive = true
  var usesClock = false
  var needsRandomNumbers = false
  /// The stores with unasserted received actions or in-flight effects after the last line.
  var storesWithPendingWork: Set<Int> = []

  /// The maximum line length in the exported file.
  static let width = 98

  init(name: String) { self.name = name }

  mutating func consume(_ item: ExportItem) {
    guard problem == nil else { return }
    if !continuesModification(item) { flushModification() }
    switch item {
    case .phase(let title): statements.append(.lines([""] + Self.comment(title)))
    case .comment(let text): statements.append(.lines(Self.comment(text)))
    case .line(let line):
      do throws(Diagnostic) { try consume(line) } catch { fail(error, at: line) }
    }
  }

  mutating func fail(_ error: Diagnostic, at line: JournalLine) {
    problem = error
    problem?.notes.insert("at:  \(line.outcome.text)", at: 0)
  }

  mutating func text() throws(Diagnostic) -> String {
    flushModification()
    if let problem { throw problem }
    for number in stores.keys.sorted() { close(number) }
    var body: [String] = []
    var indent = ""
    for statement in statements {
      var lines: [String] = []
      switch statement {
      case .lines(let written): lines = written
      case .store(let number):
        lines = try initializationLines(number)
        guard stores[number]?.isScoped == true else { break }
        body.append(indent + "do {")
        indent += "  "
      case .end:
        indent.removeLast(2)
        lines = ["}"]
      }
      body += lines.map { $0.isEmpty ? "" : indent + $0 }
    }
    if usesClock { body.insert("let clock = TestClock()", at: 0) }
    while body.first?.isEmpty == true { body.removeFirst() }
    return head
      + ["@MainActor", "@Test func \(SwiftNames.functionName(name))() async {"]
      .map { $0 + "\n" }.joined()
      + body.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined() + "}\n" + helperTypes
  }

  // MARK: Lines

  private mutating func consume(_ line: JournalLine) throws(Diagnostic) {
    for opened in line.openedStores { try openStore(opened) }
    guard line.storesWithOtherTasks.isEmpty else {
      throw Diagnostic(
        "not-supported",
        "effects start tasks such as 'Task { }', whose order in a test is that of several threads",
        notes: ["a script orders them: run it as a test with MachoTesting"])
    }
    for (number, schedulers) in line.usedSchedulers { stores[number]?.schedulers = schedulers }
    for event in line.events {
      if case .stub(let stubEvent, let store, _) = event { try consume(stubEvent, store) }
    }
    // The TestStore reports the issue, too.
    let reportsIssue =
      line.outcome.expectedFailure?.code == "issue" && !line.transitions.isEmpty
    if line.outcome.expectedFailure != nil {
      if !reportsIssue { addOmissionComment(line, "a line that must fail") }
    } else if !line.outcome.wasSkipped, let command = line.outcome.line?.command {
      try write(command, line)
    }
    let first = statements.count
    for transition in line.transitions.map(\.compared) {
      if transition.transition.modifyLine != nil {
        flushModification()
        try writeInput(transition)
      } else if transition.transition.cause.isModification {
        try addModification(transition, line)
      } else if !transition.isSkipped {
        flushModification()
        settledStores.remove(transition.store)
        try write(transition, line)
      }
    }
    if reportsIssue {
      flushModification()
      expectIssue(in: first...)
    }
    unassertedStores = line.storesWithUnassertedActions
    storesWithPendingWork = line.storesWithUnassertedActions.union(line.storesWithRunningEffects)
  }

  /// Writes a command as Swift. Only this exporter knows the calls of a `TestStore`, so they are
  /// not facts of the commands.
  private mutating func write(_ command: Command, _ line: JournalLine) throws(Diagnostic) {
    let arguments = String(line.outcome.line?.arguments.text ?? "")
    switch command {
    case .advance, .runClock:
      // No time may pass: effects that sleep for no time then run.
      guard line.elapsed > .zero || !arguments.isEmpty || !line.events.isEmpty else { return }
      usesClock = true
      runAnsweredEffects()
      for number in line.usedSchedulers.keys { stores[number]?.isUsed = true }
      add(["await clock.advance(by: \(expression(line.elapsed).line))"])
    case .stub:
      guard let number = line.store, let store = stores[number],
        store.opened.context == .preview, store.isUsed
      else { return }
      throw Diagnostic(
        "not-supported",
        "preview values answered earlier calls of this endpoint, and they are not recorded",
        notes: ["start with the stub, or with 'context test'"])
    case .skip:
      let call = arguments == "received" ? "skipReceivedActions" : "skipInFlightEffects"
      addStoreLines(line.store) { ["await \($0).\(call)(strict: false)"] }
    case .exhaustive:
      isExhaustive = line.isExhaustive
      for (number, store) in stores.sorted(by: { $0.key < $1.key }) where !store.isClosed {
        addStoreLines(number) { ["\($0).exhaustivity = .\(line.isExhaustive ? "on" : "off")"] }
      }
    case .finish:
      for number in stores.keys.sorted() where stores[number]?.isClosed == false {
        addStoreLines(number) { ["await \($0).finish()"] }
      }
    case .settle:
      if let store = line.store { settledStores.insert(store) }
      // The unit of `TestStore.timeout` is nanoseconds.
      let limit = line.outcome.line?.settleLimit ?? .zero
      addStoreLines(line.store) { ["\($0).timeout = \(limit.wholeNanoseconds)"] }
    case .expect, .state: try assertState(command, arguments, line)
    case .echo: add(Self.comment(arguments))
    case _ where line.outcome.line?.declaresProperty ?? false:
      addOmissionComment(line, "a TestStore checks no properties")
    case .effects, .history, .diff, .actions, .property:
      addOmissionComment(line, "a TestStore prints nothing")
    case .schedule where arguments.isEmpty: addOmissionComment(line, "a TestStore prints nothing")
    case .schedule where arguments != "fifo":
      throw Diagnostic(
        "not-supported", "a TestStore runs jobs in the order in which they become ready",
        notes: ["export a session without 'schedule'"])
    case .timeout: addOmissionComment(line, "use the .timeLimit trait of Swift Testing")
    default: break
    }
  }

  /// Runs the effects whose calls were answered, before time passes or the test changes a value: in a
  /// script, `answer` runs them. Unasserted actions would be lost; the next `receive` runs the effects
  /// then.
  mutating func runAnsweredEffects() {
    for number in answeredStores.subtracting(unassertedStores).sorted()
    where stores[number]?.isClosed == false {
      addStoreLines(number) { ["await \($0).skipReceivedActions(strict: false)"] }
    }
    answeredStores = []
  }

  /// Expects that some statements report an issue, because the line did.
  private mutating func expectIssue(in range: PartialRangeFrom<Int>) {
    var lines: [String] = []
    for case .lines(let written) in statements[range] { lines += written }
    guard !lines.isEmpty else { return }
    statements.removeSubrange(range)
    add(["await withKnownIssue {"] + lines.map { $0.isEmpty ? $0 : "  " + $0 } + ["}"])
  }

  /// Adds a comment that says why a line is not exported.
  private mutating func addOmissionComment(_ line: JournalLine, _ reason: String) {
    let text = line.outcome.text.split(separator: "\n").first.map(String.init) ?? ""
    add(Self.comment("Not exported, \(reason):  \(text)"))
  }

  private mutating func assertState(
    _ command: Command, _ arguments: String, _ line: JournalLine
  ) throws(Diagnostic) {
    guard let context = line.context, let number = line.store, let store = stores[number],
      !arguments.isEmpty || command == .expect
    else { return addOmissionComment(line, "a TestStore prints nothing") }
    let condition =
      command == .expect
      ? try StateCondition(
        Arguments(arguments, from: 0), of: context.feature, context.syntax, command: command) : nil
    if condition?.countsWork ?? false {
      return addOmissionComment(line, "a TestStore does not count calls and effects")
    }
    let comparisons = condition?.conjunction
    if condition != nil, comparisons == nil {
      return addOmissionComment(line, "only comparisons joined by 'and' are")
    }
    var lines: [String] = []
    do throws(ValueError) {
      // A comparison of its own for each part: it remembers the path.
      for part in comparisons?.indices ?? 0..<1 {
        var comparison = SwiftComparison(
          root: "\(store.variable).state", computed: context.computed,
          printer: printer(for: context.syntax), present: context.present())
        if let comparisons {
          lines += try comparison.lines(testing: comparisons[part], in: context.root)
        } else {
          lines = try comparison.lines(
            testing: ValuePath(reading: arguments[...]), in: context.root)
        }
        updatePrinter(comparison.printer)
      }
      addStoreLines(number) { _ in lines }
    } catch { addOmissionComment(line, error.message) }
  }

  private mutating func consume(_ event: StubEvent, _ store: Int) throws(Diagnostic) {
    guard var calls = stores[store]?.calls else { return }
    var printer = printer(for: stores[store]?.opened.syntax ?? ValueSyntax())
    do throws(ValueError) {
      let lines = try calls.consume(event, &names, &printer)
      updatePrinter(printer)
      stores[store]?.calls = calls
      guard !lines.isEmpty else { return }
      answeredStores.insert(store)
      add(lines)
    } catch { throw Diagnostic(error, offset: 0) }
  }
}
