import MachoSessions
import MachoValues

/// The lines of a run, which another process may have drawn.
package struct RunLines: Codable, Hashable, Sendable {
  /// The `stub` lines.
  package var stubs: [String]
  /// The lines of the steps: `send`, `answer` and `advance`.
  package var steps: [String]

  package init(stubs: [String], steps: [String]) {
    self.stubs = stubs
    self.steps = steps
  }
}

/// A run that one side of a comparison drew: its lines, and the choices that lead to them.
package struct DrawnRun: Codable, Sendable {
  package var lines: RunLines
  /// The choices of the setup and of each line.
  package var choices: ChoiceSequence

  package init(lines: RunLines, choices: ChoiceSequence) {
    self.lines = lines
    self.choices = choices
  }
}

/// Runs lines on stores of a feature, without sessions.
///
/// PERFORMANCE: keeps the values that it has read, because runs repeat most lines.
package final class LineRunner {
  private enum Step {
    /// A nested action is offered if its child exists.
    case send(Any, isNested: Bool)
    case answer(ScriptedAnswer)
    case advance(Duration)
    /// A call of an endpoint that only the other side has.
    case otherAnswer
    /// Its values cannot be read, or it is another command.
    case unreadable
  }

  private enum Stubbing {
    case rule(StubRule)
    /// Only the other side has the endpoint.
    case otherEndpoint
    case unreadable
  }

  private let engine: RunEngine
  var feature: any DrivenFeature { engine.target.feature }
  private var steps: [String: Step] = [:]
  private var stubbings: [String: Stubbing] = [:]
  private let idle: [StubPlan]

  private static let cacheLimit = 50_000

  /// Creates a runner. Endpoints that no line stubs are pending, or return the simplest value.
  package init(_ engine: RunEngine) {
    self.engine = engine
    let choices = RunChoices(replaying: ChoiceSequence([]))
    idle = engine.endpoints.compactMap { StubPlan(of: $0, from: choices, engine.responses) }
  }

  /// Runs lines, and records what they cause.
  package func run(
    _ lines: RunLines, _ recorder: RunRecorder, schedule: Schedule? = nil
  ) throws(Diagnostic) -> RunResult {
    let opened = try engine.target.open()
    let choices = RunChoices(replaying: ChoiceSequence([[]]), schedule: schedule)
    var run = Run(opened, choices, choosesJobs: schedule != nil, describing: false)
    defer {
      engine.coverage?.finishObserving(run)
      run.store.close()
    }
    engine.limitWork(of: run)
    engine.coverage?.observe(run)
    run.stubs.startLog()
    _ = choices.beginGroup()
    engine.recorder = recorder
    defer { engine.recorder = nil }
    recorder.begin(lines.stubs.map { Line($0) })
    stub(run, lines.stubs, recorder)
    engine.start(&run)
    run.store.performBatch {
      for line in lines.steps {
        guard run.result.finding == nil, !engine.isOverdue else { break }
        run.result.stepCount += 1
        run.group += 1
        take(line, &run, recorder)
      }
    }
    recorder.finish(unusedStubs: lines.stubs.filter { isUnused($0, recorder.called) })
    run.result.state = run.store.state
    run.result.choices = run.choices
    return run.result
  }

  private func stub(_ run: Run, _ lines: [String], _ recorder: RunRecorder) {
    var stubbed = run.stubs.stubbedEndpoints
    for line in lines {
      if stubbings[line] == nil {
        if stubbings.count >= Self.cacheLimit { stubbings = [:] }
        stubbings[line] = stubbing(Line(line))
      }
      switch stubbings[line] {
      case .rule(let rule)?:
        run.stubs.add(rule)
        stubbed.insert(rule.endpoint.name)
      case .otherEndpoint?: break
      case .unreadable?, nil: recorder.addUnreadable(line)
      }
    }
    for plan in idle where !stubbed.contains(plan.rule.endpoint.name) { run.stubs.add(plan.rule) }
  }

  private func stubbing(_ line: Line) -> Stubbing {
    do { return .rule(try feature.stubRule(line)) } catch {
      return error.code == "no-such-endpoint" ? .otherEndpoint : .unreadable
    }
  }

  private func isUnused(_ stub: String, _ called: Set<String>) -> Bool {
    switch stubbings[stub] {
    case .rule(let rule)?: !called.contains(rule.endpoint.name)
    case .otherEndpoint?: true
    case .unreadable?, nil: false
    }
  }

  private func take(_ line: String, _ run: inout Run, _ recorder: RunRecorder) {
    let step = step(line)
    recorder.beginStep(line, label: label(step))
    switch step {
    case .send(let action, let isNested):
      guard !isNested || isAddressable(action, run) else {
        return recorder.refuse("the child does not exist")
      }
      run.store.send(action)
      engine.collect(&run, sent: true)
    case .answer(let answer):
      guard answer.apply(to: run.stubs) else {
        return recorder.refuse("no such call is pending")
      }
      run.store.run()
      engine.collect(&run)
    case .advance(let duration):
      guard run.store.advance(by: duration) else {
        return recorder.refuse("the feature has no clock")
      }
      engine.collect(&run)
    case .otherAnswer: recorder.refuse("no such call is pending")
    case .unreadable: recorder.addUnreadable(line)
    }
  }

  private func isAddressable(_ action: Any, _ run: Run) -> Bool {
    feature.syntax.isAddressable(action, in: TypedValue(run.store.state, as: feature.stateType))
  }

  private func label(_ step: Step) -> String {
    switch step {
    case .send(let action, _): templateLabel(of: action)
    case .answer(let answer): "answer \(answer.endpoint.name)"
    case .advance: "advance"
    case .otherAnswer: "answer"
    case .unreadable: ""
    }
  }

  private func step(_ text: String) -> Step {
    if let known = steps[text] { return known }
    if steps.count >= Self.cacheLimit { steps = [:] }
    let step = read(Line(text))
    steps[text] = step
    return step
  }

  private func read(_ line: Line) -> Step {
    let feature = engine.target.feature
    let text = line.arguments.text
    let step: Step? =
      switch line.command {
      case .send?:
        (try? feature.syntax.readAction(text, of: feature)).map {
          .send($0, isNested: ActionLabel(templateLabel(of: $0)).isNested)
        }
      case .answer?: answer(line)
      case .advance?: (try? ValueSyntax().read(text, as: Duration.self)).map(Step.advance)
      default: nil
      }
    return step ?? .unreadable
  }

  private func answer(_ line: Line) -> Step {
    do { return .answer(try feature.scriptedAnswer(line)) } catch {
      return error.code == "no-such-endpoint" ? .otherAnswer : .unreadable
    }
  }
}

extension RunEngine {
  /// Records what the runs reach.
  package func observeCoverage(_ coverage: RunCoverage) { self.coverage = coverage }
}
