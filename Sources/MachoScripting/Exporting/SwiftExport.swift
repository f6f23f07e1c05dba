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
    var isOver = false
    var isExhaustive: Bool
    var calls = SwiftStubs()
  }

  /// A part of the body.
  enum Piece {
    case lines([String])
    /// The making of a store, of which not all is known before the end.
    case store(Int)
  }

  /// What the test is called.
  let name: String
  /// Whether the session went back on something that is left out.
  var hasLeftOut = false
  var pieces: [Piece] = []
  var stores: [Int: Store] = [:]
  private var names = SwiftNames()
  var printer = SwiftPrinter(syntax: ValueSyntax())
  private var problem: Diagnostic?
  var isExhaustive = true
  private var usesClock = false
  var needsNumbers = false
  /// What waited to be named, and what ran, behind the last line.
  private var left: Set<Int> = []

  /// The longest line that a person reads at one glance.
  static let width = 98

  init(name: String) { self.name = name }

  mutating func take(_ item: ExportItem) {
    switch item {
    case .phase(let title): pieces.append(.lines([""] + Self.comment(title)))
    case .comment(let text): pieces.append(.lines(Self.comment(text)))
    case .line(let line):
      guard problem == nil else { return }
      do throws(Diagnostic) { try take(line) } catch {
        problem = error
        problem?.notes.insert("at:  \(line.outcome.text)", at: 0)
      }
    }
  }

  mutating func text() throws(Diagnostic) -> String {
    if let problem { throw problem }
    for number in stores.keys.sorted() { end(number) }
    var body: [String] = []
    for piece in pieces {
      switch piece {
      case .lines(let lines): body += lines
      case .store(let number): body += try making(number)
      }
    }
    if usesClock { body.insert("let clock = TestClock()", at: 0) }
    while body.first?.isEmpty == true { body.removeFirst() }
    return head
      + ["@MainActor", "@Test func \(SwiftNames.function(name))() async {"]
      .map { $0 + "\n" }.joined()
      + body.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined() + "}\n" + types
  }

  // MARK: Lines

  private mutating func take(_ line: JournalLine) throws(Diagnostic) {
    for opened in line.opened { try open(opened) }
    for number in line.clocks { stores[number]?.usesClock = true }
    for happening in line.happened {
      if case .stub(let note, let store) = happening { try take(note, store) }
    }
    let verb = line.outcome.line?.verb ?? ""
    if line.outcome.expectedFailure != nil {
      leave(line, "a line that must fail")
    } else if !line.outcome.wasSkipped {
      try write(verb, line)
    }
    for step in line.taken where !step.isSkipped { try write(step, line) }
    left = line.waiting.union(line.running)
  }

  private mutating func write(_ verb: String, _ line: JournalLine) throws(Diagnostic) {
    let arguments = String(line.outcome.line?.arguments.text ?? "")
    switch verb {
    case "advance", "run-clock":
      guard line.passed > .zero else { return }
      usesClock = true
      for number in line.clocks { stores[number]?.isUsed = true }
      add(["await clock.advance(by: \(expression(line.passed).line))"])
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
      use(line.store) { ["await \($0).\(call)(strict: false)"] }
    case "exhaustive":
      isExhaustive = line.isExhaustive
      for (number, store) in stores.sorted(by: { $0.key < $1.key }) where !store.isOver {
        use(number) { ["\($0).exhaustivity = .\(line.isExhaustive ? "on" : "off")"] }
      }
    case "finish":
      for number in stores.keys.sorted() where stores[number]?.isOver == false {
        use(number) { ["await \($0).finish()"] }
      }
    case "settle":
      use(line.store) { ["\($0).timeout = \(Self.nanoseconds(in: arguments))"] }
    case "expect", "state": try test(verb, arguments, line)
    case "echo": add(Self.comment(arguments))
    case "effects", "history", "diff", "actions": leave(line, "a TestStore shows nothing")
    case "timeout": leave(line, "a test has a time limit by its trait")
    default: break
    }
  }

  /// Says of a line that the test has nothing for it, and why.
  private mutating func leave(_ line: JournalLine, _ why: String) {
    let text = line.outcome.text.split(separator: "\n").first.map(String.init) ?? ""
    add(Self.comment("Not exported, \(why):  \(text)"))
  }

  private mutating func test(
    _ verb: String, _ arguments: String, _ line: JournalLine
  ) throws(Diagnostic) {
    guard let view = line.view, let number = line.store, let store = stores[number],
      !arguments.isEmpty || verb == "expect"
    else { return leave(line, "a TestStore shows nothing") }
    var comparison = SwiftComparison(
      root: "\(store.variable).state", computed: view.computed, printer: printer(for: view.syntax))
    do throws(ValueError) {
      let lines =
        if verb == "expect" {
          try comparison.lines(testing: Comparison(reading: arguments[...]), in: view.root)
        } else {
          try comparison.lines(testing: ValuePath(reading: arguments[...]), in: view.root)
        }
      keep(comparison.printer)
      use(number) { _ in lines }
    } catch { leave(line, error.message) }
  }

  private mutating func take(_ note: StubNote, _ store: Int) throws(Diagnostic) {
    guard var calls = stores[store]?.calls else { return }
    var printer = printer(for: stores[store]?.opened.syntax ?? ValueSyntax())
    do throws(ValueError) {
      let lines = try calls.take(note, &names, &printer)
      keep(printer)
      stores[store]?.calls = calls
      if !lines.isEmpty { add(lines) }
    } catch { throw Diagnostic(error, offset: 0) }
  }

  // MARK: Stores

  private mutating func open(_ opened: JournalStore) throws(Diagnostic) {
    for (number, store) in stores where !store.isOver {
      if store.opened.name == opened.name || !store.opened.isNamed && !opened.isNamed {
        end(number)
      }
    }
    guard let source = opened.feature.testSource else {
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
    let base = opened.isNamed ? SwiftNames.variable(opened.name) : "store"
    // A store that nothing was done with is not made at all.
    let unused = stores.values.first {
      $0.isOver && !$0.isUsed && $0.opened.isNamed == opened.isNamed
        && $0.opened.name == opened.name
    }
    if let unused { stores[unused.opened.number] = nil }
    let variable = unused?.variable ?? names.unique(base)
    if opened.context == .preview { printer.importing("Foundation") }
    stores[opened.number] = Store(
      opened: opened, variable: variable, isExhaustive: isExhaustive)
    pieces.append(.store(opened.number))
  }

  /// What is left of a store that another takes the place of would be an issue.
  private mutating func end(_ number: Int) {
    guard let store = stores[number], !store.isOver else { return }
    if left.contains(number) {
      use(number) {
        [
          "// What the session left over.", "await \($0).skipReceivedActions(strict: false)",
          "await \($0).skipInFlightEffects(strict: false)",
        ]
      }
    }
    stores[number]?.isOver = true
  }

  private mutating func making(_ number: Int) throws(Diagnostic) -> [String] {
    guard let store = stores[number], let source = store.opened.feature.testSource,
      store.isUsed || stores.count == 1
    else { return [] }
    var printer = printer(for: store.opened.syntax)
    for module in source.modules { printer.importing(module) }
    do throws(ValueError) {
      let start = try printer.expression(store.opened.start.value, as: store.opened.start.type)
      var stubs = try store.calls.lines(&names, &printer)
      keep(printer)
      needsNumbers = needsNumbers || stubs.needsNumbers
      if store.opened.context == .preview { stubs.assignments = preview + stubs.assignments }
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
  private var preview: [String] {
    [
      "$0.context = .preview", "$0.uuid = .incrementing",
      "$0.date = .constant(Date(timeIntervalSinceReferenceDate: 0))",
    ]
  }
}
