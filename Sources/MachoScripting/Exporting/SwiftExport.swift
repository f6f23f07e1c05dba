import MachoSessions
import MachoValues

/// Writes a session as a test in Swift Testing that drives a TestStore.
struct SwiftExport: SessionExporter {
  /// A store of the test.
  struct Store {
    let opened: JournalStore
    let variable: String
    var usesClock = false
    var isUsed = false
    var isClosed = false
    var isExhaustive: Bool
    var calls = SwiftStubs()
  }

  /// A part of the body.
  enum BodyStatement {
    case lines([String])
    /// The making of a store, of which not all is known before the end.
    case store(Int)
  }

  /// What the test is called.
  let name: String
  /// Whether the session went back on something that is left out.
  var omitsUndoneActions = false
  var statements: [BodyStatement] = []
  var stores: [Int: Store] = [:]
  private var names = SwiftNames()
  var printer = SwiftSourcePrinter(syntax: ValueSyntax())
  private var problem: Diagnostic?
  var isExhaustive = true
  private var usesClock = false
  var needsRandomNumbers = false
  /// What waited to be named, and what ran, behind the last line.
  private var storesWithPendingWork: Set<Int> = []

  /// The longest line that a person reads at one glance.
  static let width = 98

  init(name: String) { self.name = name }

  mutating func consume(_ item: ExportItem) {
    switch item {
    case .phase(let title): statements.append(.lines([""] + Self.comment(title)))
    case .comment(let text): statements.append(.lines(Self.comment(text)))
    case .line(let line):
      guard problem == nil else { return }
      do throws(Diagnostic) { try consume(line) } catch {
        problem = error
        problem?.notes.insert("at:  \(line.outcome.text)", at: 0)
      }
    }
  }

  mutating func text() throws(Diagnostic) -> String {
    if let problem { throw problem }
    for number in stores.keys.sorted() { close(number) }
    var body: [String] = []
    for piece in statements {
      switch piece {
      case .lines(let lines): body += lines
      case .store(let number): body += try initializationLines(number)
      }
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
    for number in line.storesWithUsedClock { stores[number]?.usesClock = true }
    for happening in line.events {
      if case .stub(let note, let store) = happening { try consume(note, store) }
    }
    let verb = line.outcome.line?.verb ?? ""
    if line.outcome.expectedFailure != nil {
      addOmissionComment(line, "a line that must fail")
    } else if !line.outcome.wasSkipped {
      try write(verb, line)
    }
    for step in line.transitions where !step.isSkipped { try write(step, line) }
    storesWithPendingWork = line.storesWithUnassertedActions.union(line.storesWithRunningEffects)
  }

  private mutating func write(_ verb: String, _ line: JournalLine) throws(Diagnostic) {
    let arguments = String(line.outcome.line?.arguments.text ?? "")
    switch verb {
    case "advance", "run-clock":
      guard line.elapsed > .zero else { return }
      usesClock = true
      for number in line.storesWithUsedClock { stores[number]?.isUsed = true }
      add(["await clock.advance(by: \(expression(line.elapsed).line))"])
    case "stub":
      guard let number = line.store, let store = stores[number],
        store.opened.context == .preview, store.isUsed
      else { return }
      throw Diagnostic(
        "not-supported",
        "what was called before this stub, the feature's preview values answered: nobody saw how",
        notes: ["begin with the stub, or with 'context test'"])
    case "skip":
      let call = arguments == "received" ? "skipReceivedActions" : "skipInFlightEffects"
      addStoreLines(line.store) { ["await \($0).\(call)(strict: false)"] }
    case "exhaustive":
      isExhaustive = line.isExhaustive
      for (number, store) in stores.sorted(by: { $0.key < $1.key }) where !store.isClosed {
        addStoreLines(number) { ["\($0).exhaustivity = .\(line.isExhaustive ? "on" : "off")"] }
      }
    case "finish":
      for number in stores.keys.sorted() where stores[number]?.isClosed == false {
        addStoreLines(number) { ["await \($0).finish()"] }
      }
    case "settle":
      addStoreLines(line.store) { ["\($0).timeout = \(Self.nanoseconds(in: arguments))"] }
    case "expect", "state": try assertState(verb, arguments, line)
    case "echo": add(Self.comment(arguments))
    case "effects", "history", "diff", "actions":
      addOmissionComment(line, "a TestStore shows nothing")
    case "timeout": addOmissionComment(line, "a test has a time limit by its trait")
    default: break
    }
  }

  /// Says of a line that the test has nothing for it, and why.
  private mutating func addOmissionComment(_ line: JournalLine, _ why: String) {
    let text = line.outcome.text.split(separator: "\n").first.map(String.init) ?? ""
    add(Self.comment("Not exported, \(why):  \(text)"))
  }

  private mutating func assertState(
    _ verb: String, _ arguments: String, _ line: JournalLine
  ) throws(Diagnostic) {
    guard let view = line.context, let number = line.store, let store = stores[number],
      !arguments.isEmpty || verb == "expect"
    else { return addOmissionComment(line, "a TestStore shows nothing") }
    var comparison = SwiftComparison(
      root: "\(store.variable).state", computed: view.computed, printer: printer(for: view.syntax))
    do throws(ValueError) {
      let lines =
        if verb == "expect" {
          try comparison.lines(testing: Comparison(reading: arguments[...]), in: view.root)
        } else {
          try comparison.lines(testing: ValuePath(reading: arguments[...]), in: view.root)
        }
      updatePrinter(comparison.printer)
      addStoreLines(number) { _ in lines }
    } catch { addOmissionComment(line, error.message) }
  }

  private mutating func consume(_ note: StubEvent, _ store: Int) throws(Diagnostic) {
    guard var calls = stores[store]?.calls else { return }
    var printer = printer(for: stores[store]?.opened.syntax ?? ValueSyntax())
    do throws(ValueError) {
      let lines = try calls.consume(note, &names, &printer)
      updatePrinter(printer)
      stores[store]?.calls = calls
      if !lines.isEmpty { add(lines) }
    } catch { throw Diagnostic(error, offset: 0) }
  }

  // MARK: Stores

  private mutating func openStore(_ opened: JournalStore) throws(Diagnostic) {
    for (number, store) in stores where !store.isClosed {
      if store.opened.name == opened.name || !store.opened.isNamed && !opened.isNamed {
        close(number)
      }
    }
    guard let source = opened.feature.testStoreSource else {
      throw Diagnostic(
        "not-supported",
        "'\(opened.feature.name)' is no reducer, and a TestStore drives nothing else",
        notes: ["export it as json or mermaid, or save it as a script"])
    }
    if let refusal = source.refusal { throw Diagnostic("not-supported", refusal) }
    guard opened.context != .live else {
      throw Diagnostic(
        "not-supported", "a test has no live dependencies",
        notes: ["record the live session: what comes of it is a script with stubs"])
    }
    let base = opened.isNamed ? SwiftNames.variableName(opened.name) : "store"
    // A store that nothing was done with is not made at all.
    let unused = stores.values.first {
      $0.isClosed && !$0.isUsed && $0.opened.isNamed == opened.isNamed
        && $0.opened.name == opened.name
    }
    if let unused { stores[unused.opened.number] = nil }
    let variable = unused?.variable ?? names.unique(base)
    if opened.context == .preview { printer.addImport("Foundation") }
    stores[opened.number] = Store(
      opened: opened, variable: variable, isExhaustive: isExhaustive)
    statements.append(.store(opened.number))
  }

  /// What is left of a store that another takes the place of would be an issue.
  private mutating func close(_ number: Int) {
    guard let store = stores[number], !store.isClosed else { return }
    if storesWithPendingWork.contains(number) {
      addStoreLines(number) {
        [
          "// What the session left over.", "await \($0).skipReceivedActions(strict: false)",
          "await \($0).skipInFlightEffects(strict: false)",
        ]
      }
    }
    stores[number]?.isClosed = true
  }

  private mutating func initializationLines(_ number: Int) throws(Diagnostic) -> [String] {
    guard let store = stores[number], let source = store.opened.feature.testStoreSource,
      store.isUsed || stores.count == 1
    else { return [] }
    var printer = printer(for: store.opened.syntax)
    for module in source.modules { printer.addImport(module) }
    do throws(ValueError) {
      let start = try printer.expression(store.opened.start.value, as: store.opened.start.type)
      var stubs = try store.calls.lines(&names, &printer)
      updatePrinter(printer)
      needsRandomNumbers = needsRandomNumbers || stubs.needsRandomNumbers
      if store.opened.context == .preview {
        stubs.assignments = previewAssignments + stubs.assignments
      }
      let hasClock = store.usesClock || stubs.usesClock
      if hasClock {
        stubs.assignments.insert("$0.continuousClock = clock", at: 0)
        usesClock = true
      }
      if source.overridesDependencies {
        stubs.assignments.append("// The feature's registration overrides more: repeat it here.")
      }
      var lines = stubs.declarations
      lines += SwiftExpression.list(
        "let \(store.variable) = TestStore(", [.prefixed("initialState: ", start)], ") {"
      ).lines(width: Self.width)
      lines.append("  " + source.reducer)
      if stubs.assignments.isEmpty {
        lines.append("}")
      } else {
        lines.append("} withDependencies: {")
        lines += stubs.assignments.map { "  " + $0 } + ["}"]
      }
      return lines + (store.isExhaustive ? [] : ["\(store.variable).exhaustivity = .off"])
    } catch {
      var error = Diagnostic(error, offset: 0)
      error.notes.append("in the store of the feature '\(store.opened.feature.name)'")
      throw error
    }
  }

  /// What a preview's dependencies are beside the feature's own.
  private var previewAssignments: [String] {
    [
      "$0.context = .preview", "$0.uuid = .incrementing",
      "$0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))",
    ]
  }
}
