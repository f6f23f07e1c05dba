import Foundation
import MachoExploration
import MachoScripting
import MachoSessions
import MachoValues

/// Performs requests in this process, which is dedicated to them.
struct ComparisonTask {
  let answer: (ComparisonAnswer) -> Void
  private var settings = ExplorationSettings()
  private var side: Side?
  /// The runs of the last two requests, with the number of the first.
  private var drawn: [(first: Int, runs: [RunRecorder])] = []
  /// Writes the names of the other side, and those of this one.
  private var names = (new: ScriptMigration([]), own: ScriptMigration([]))

  init(answer: @escaping (ComparisonAnswer) -> Void) { self.answer = answer }

  /// What runs a feature.
  private struct Side {
    let target: ExplorationTarget
    let outline: FeatureOutline
    var omitted = OmittedMembers()
    var comparesReceived = true
    /// Draws runs. `nil` if no action can be sent.
    var explorer: Explorer?
    var runner: LineRunner
    let coverage: RunCoverage
  }

  mutating func perform(_ request: ComparisonRequest) throws(Diagnostic) {
    switch request {
    case .open(let name, let settings, let discovers, let renamings):
      names = (ScriptMigration(renamings), ScriptMigration(renamings.map(\.inverse)))
      try open(name, settings, discovers)
    case .listActions(let received): try listActions(received)
    case .start(let labels, let omissions, let comparesReceived):
      try start(labels, omissions, comparesReceived)
    case .draw(let first, let count, let beginnings, let reports):
      try keep(beginnings)
      try draw(first, count, reports)
    case .findChoices(let number): answer(.choices(choices(ofRun: number)))
    case .redraw(let choices): try redraw(choices)
    case .apply(let runs): try apply(runs)
    case .trace(let lines): try trace(lines)
    case .script(let lines, let path, let sections): try script(lines, path, sections)
    case .orders(let lines, let limit): try compareOrders(lines, limit)
    }
  }

  private func opened() throws(Diagnostic) -> Side {
    guard let side else { throw Diagnostic("no-feature", "no feature is open") }
    return side
  }

  // MARK: Names

  private func rewritten(_ texts: Set<String>, _ names: ScriptMigration) -> Set<String> {
    Set(texts.map { names.rewrite($0) })
  }

  private func own(_ line: Line) -> Line { Line(names.own.rewrite(line: line.text)) }

  private func own(_ lines: RunLines) -> RunLines {
    RunLines(
      stubs: lines.stubs.map { names.own.rewrite(line: $0) },
      steps: lines.steps.map { names.own.rewrite(line: $0) })
  }

  // MARK: Setup

  private mutating func open(
    _ name: String, _ settings: ExplorationSettings, _ discovers: Bool
  ) throws(Diagnostic) {
    guard let feature = Catalog.all.first(where: { $0.name == name }) else {
      throw Diagnostic(
        "no-such-feature", "no feature '\(name)' is registered",
        candidates: Suggestions.nearest(to: name, among: Catalog.listed.map(\.name)),
        notes: ["registered: " + Catalog.listed.map(\.name).joined(separator: ", ")])
    }
    self.settings = settings
    self.settings.scriptLines = settings.scriptLines.map { own($0) }
    self.settings.properties = settings.properties.map { names.own.rewrite($0) }
    let target = ExplorationTarget(feature)
    var found = self.settings
    if discovers { try Explorer.discover(target, &found) }
    var outline = FeatureOutline(feature)
    outline.rename { names.new.rewrite($0) }
    side = Side(
      target: target, outline: outline, runner: LineRunner(try engine(target)),
      coverage: RunCoverage(feature))
    answer(
      .opened(
        version: ComparisonAnswer.version, outline,
        received: rewritten(found.receivedLabels, names.new)))
  }

  /// Returns an engine for lines, which sends whatever they contain.
  private func engine(
    _ target: ExplorationTarget, choosesJobs: Bool = false
  ) throws(Diagnostic) -> RunEngine {
    let engine = RunEngine(
      target: target, space: ActionSpace(of: target.feature) { _ in false },
      properties: try target.properties(settings), choosesJobs: choosesJobs)
    limit(engine)
    return engine
  }

  private func limit(_ engine: RunEngine) {
    engine.checksTimeTravel = false
    engine.onEndlessWork = { [answer] in
      answer(.endless)
      _exit(0)
    }
  }

  private mutating func listActions(_ received: Set<String>) throws(Diagnostic) {
    settings.receivedLabels = rewritten(received, names.own)
    let target = try opened().target
    do throws(Diagnostic) {
      let labels = try Explorer(target, settings).engine.space.labels
      answer(.actions(labels.map { names.new.rewrite($0) }))
    } catch {
      guard error.code == "nothing-to-send" else { throw error }
      answer(.actions([]))
    }
  }

  private mutating func start(
    _ labels: Set<String>, _ omissions: [Omission], _ comparesReceived: Bool
  ) throws(Diagnostic) {
    var side = try opened()
    side.comparesReceived = comparesReceived
    side.omitted = side.outline.omittedMembers(omissions) { names.own.rewrite($0) }
    side.omitted.renamed = names.new.names
    settings.labels = rewritten(labels, names.own)
    if !labels.isEmpty {
      let explorer = try Explorer(side.target, settings)
      limit(explorer.engine)
      explorer.collectCoverage()
      side.explorer = explorer
    }
    let engine = try engine(side.target)
    engine.observeCoverage(side.coverage)
    side.runner = LineRunner(engine)
    self.side = side
    answer(.started)
  }

  // MARK: Runs

  private func explorer(_ side: Side) throws(Diagnostic) -> Explorer {
    guard let explorer = side.explorer else {
      throw Diagnostic("nothing-to-send", "the two sides have no action in common that can be sent")
    }
    return explorer
  }

  private func redraw(_ choices: ChoiceSequence) throws(Diagnostic) {
    let side = try opened()
    let recorder = recorder(side, keepsRecords: false, true)
    try explorer(side).redraw(choices, recorder)
    answer(.redrawn(DrawnRun(lines: recorder.runLines, choices: recorder.runChoices)))
  }

  private mutating func draw(_ first: Int, _ count: Int, _ reports: Bool) throws(Diagnostic) {
    let side = try opened()
    let explorer = try explorer(side)
    var runs: [RunRecorder] = []
    var numbers = ComparisonNumbers()
    for number in first..<first + count {
      let recorder = recorder(side, keepsRecords: false, reports)
      numbers.steps += try explorer.draw(number, recorder).effectiveStepCount
      runs.append(recorder)
    }
    drawn = drawn.suffix(1) + [(first, runs)]
    addCoverage(explorer.coverage, &numbers)
    answer(.drawn(runs.map(\.runLines), runs.map(\.digestValue), numbers))
  }

  private func keep(_ beginnings: [RunBeginning]) throws(Diagnostic) {
    guard let explorer = try opened().explorer else { return }
    for beginning in beginnings {
      guard let choices = choices(ofRun: beginning.run) else { continue }
      explorer.keep(choices.prefix(beginning.stepCount), run: beginning.run)
    }
  }

  private func choices(ofRun number: Int) -> ChoiceSequence? {
    for (first, runs) in drawn where runs.indices.contains(number - first) {
      return runs[number - first].runChoices
    }
    return nil
  }

  private func addCoverage(_ coverage: RunCoverage?, _ numbers: inout ComparisonNumbers) {
    guard let feature = coverage?.report.features.first else { return }
    numbers.reached = rewritten(feature.reachedPoints, names.new)
  }

  private func recorder(_ side: Side, keepsRecords: Bool, _ reports: Bool) -> RunRecorder {
    RunRecorder(
      side.target.feature, omitting: side.omitted, comparesReceived: side.comparesReceived,
      names: names.new, keepsRecords: keepsRecords,
      onLine: reports ? { [answer] in answer(.line($0, choices: $1)) } : nil)
  }

  private func apply(_ runs: [RunLines]) throws(Diagnostic) {
    let side = try opened()
    var digests: [UInt64] = []
    var new: [RunBeginning] = []
    var numbers = ComparisonNumbers()
    for (index, lines) in runs.enumerated() {
      let recorder = recorder(side, keepsRecords: false, false)
      let result = try side.runner.run(own(lines), recorder)
      numbers.steps += result.stepCount
      if let count = result.lastNewGroup, count > 0 {
        new.append(RunBeginning(run: index, stepCount: count))
      }
      digests.append(recorder.digestValue)
    }
    addCoverage(side.coverage, &numbers)
    answer(.applied(digests, new: new, numbers))
  }

  private func trace(_ lines: RunLines) throws(Diagnostic) {
    let side = try opened()
    let recorder = recorder(side, keepsRecords: true, true)
    _ = try side.runner.run(own(lines), recorder)
    answer(.traced(recorder.trace))
  }

  private func script(
    _ lines: [String], _ path: String, _ sections: [String: String]
  ) throws(Diagnostic) {
    let side = try opened()
    let tracer = ScriptTracer(
      feature: side.target.feature, omitted: side.omitted, catalog: Catalog.all,
      files: ScriptFileSource(sections: sections, path: path),
      environment: ProcessInfo.processInfo.environment, names: names.new
    ) { [answer] in answer(.line($0, choices: nil)) }
    answer(.traced(tracer.trace(lines.map { own(Line($0)) })))
  }

  private func compareOrders(_ lines: RunLines, _ limit: Int) throws(Diagnostic) {
    let side = try opened()
    let runner = LineRunner(try engine(side.target, choosesJobs: true))
    let found = try runner.compareOrders(of: own(lines), limit: limit, seed: settings.seed)
    answer(
      .order(
        line: found?.line.text, path: names.new.rewrite(found?.path ?? ""),
        fifo: found?.expected ?? "",
        other: found?.actual ?? ""))
  }
}
