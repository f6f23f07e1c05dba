import Foundation
import MachoExploration
import MachoScripting
import MachoSessions

/// One side of a comparison: a process of a driver, which is started again if its feature ends it.
final class ComparedDriver {
  typealias Failure = ComparisonProcess.Failure

  /// `base` or `head`.
  let name: String
  let feature: String
  private let executable: String
  private let settings: ExplorationSettings
  /// From the names of this side to those of the other.
  private let renamings: [Renaming]
  private let interruption: InterruptSignal?
  private var process: ComparisonProcess?
  private var isPrefetching = false
  private var prefetched: Result<ComparisonAnswer, any Error>?
  /// Beginnings of its runs that lead to something new on the other side, or to a new difference. The next
  /// request continues them.
  var beginnings: [RunBeginning] = []
  /// What is repeated in a new process.
  private var setup: [ComparisonRequest] = []
  /// What the feature declares, after `open`.
  private(set) var outline: FeatureOutline?
  /// The labels of the actions that its effects send.
  private(set) var received: Set<String> = []

  /// A step that takes longer counts as a hang.
  private static let stepLimit = Duration.seconds(10)

  init(
    _ name: String, executable: String, feature: String, _ settings: ExplorationSettings,
    renamings: [Renaming] = [], _ interruption: InterruptSignal?
  ) {
    self.renamings = renamings
    self.name = name
    self.executable = executable
    self.feature = feature
    self.settings = settings
    self.interruption = interruption
  }

  deinit { stop() }

  // MARK: Requests

  /// Opens the feature.
  func open() throws {
    func request(discovers: Bool) -> ComparisonRequest {
      .open(feature: feature, settings, discovers: discovers, renamings: renamings)
    }
    var answer: ComparisonAnswer
    do {
      answer = try perform(request(discovers: true))
    } catch Failure.ended(let reason, _, _) where outline == nil {
      // What effects send is unknown if a run that would show it crashes.
      do { answer = try perform(request(discovers: false)) } catch Failure.ended {
        throw unusable("the feature '\(feature)' cannot be opened: \(reason)")
      }
    }
    guard case .opened(let version, let outline, let received) = answer else {
      throw unexpected(answer)
    }
    guard version == ComparisonAnswer.version else {
      throw unusable(
        "it compares with version \(version) of the messages, this driver with version \(ComparisonAnswer.version)"
      )
    }
    self.outline = outline
    self.received = received
    setup = [request(discovers: false)]
  }

  /// Returns the labels of the actions that runs can send.
  func actions(received: Set<String>) throws -> [String] {
    setup.append(.listActions(received: received))
    let answer = try perform(setup[setup.count - 1])
    guard case .actions(let labels) = answer else { throw unexpected(answer) }
    return labels
  }

  func start(
    labels: Set<String>, _ omissions: Set<Omission>, comparesReceived: Bool
  ) throws {
    setup.append(
      .start(labels: labels, omissions: Array(omissions), comparesReceived: comparesReceived))
    _ = try perform(setup[setup.count - 1])
  }

  /// Returns a request for random runs, some of which continue `beginnings`, and clears these.
  func takeDrawRequest(first: Int, count: Int) -> ComparisonRequest {
    defer { beginnings = [] }
    return .draw(first: first, count: count, continuing: beginnings, reportsLines: false)
  }

  /// Returns what lines cause, up to a crash or a hang.
  func trace(_ lines: RunLines) throws -> RunTrace {
    try trace(lines) { .trace($0) }
  }

  private func trace(
    _ lines: RunLines, _ request: (RunLines) -> ComparisonRequest
  ) throws -> RunTrace {
    do {
      let answer = try perform(request(lines))
      guard case .traced(let trace) = answer else { throw unexpected(answer) }
      return trace
    } catch Failure.ended(let reason, let started, _) {
      let count = started.count - lines.stubs.count - 1
      var before = lines
      before.steps = Array(lines.steps.prefix(max(0, count)))
      guard lines.steps.indices.contains(count),
        case .traced(var trace)? = try? perform(request(before))
      else {
        var trace = RunTrace()
        trace.records = [StepRecord(line: "")]
        trace.end = reason
        return trace
      }
      var last = StepRecord(line: lines.steps[count])
      last.label = Self.label(last.line)
      trace.records.append(last)
      trace.end = reason
      return trace
    }
  }

  /// Returns the choices of a run of the last two batches. `nil` if another process drew it.
  func choices(ofRun number: Int) throws -> ChoiceSequence? {
    let answer = try perform(.findChoices(run: number))
    guard case .choices(let choices) = answer else { throw unexpected(answer) }
    return choices
  }

  /// Returns the run of the choices, even if it ends the process. `nil` if it took no step.
  func redraw(_ choices: ChoiceSequence) throws -> DrawnRun? {
    do {
      let answer = try perform(.redraw(choices))
      guard case .redrawn(let run) = answer else { throw unexpected(answer) }
      return run
    } catch Failure.ended(_, let lines, let choices) {
      return choices.map { DrawnRun(lines: RunLines(drawn: lines), choices: $0) }
    }
  }

  /// Returns what the lines of a script cause, up to a failure, a crash or a hang.
  func trace(script: ComparedScript) throws -> RunTrace {
    try trace(RunLines(stubs: [], steps: script.lines)) {
      .script($0.steps, path: script.path, sections: script.sections)
    }
  }

  /// The verb of a line, and the name after it.
  static func label(_ text: String) -> String {
    let line = Line(text)
    let name = line.arguments.text.drop { $0 == " " }.prefix { $0 != "(" && $0 != " " }
    if line.has(.sendsAction) { return String(name) }
    return line.command == .answer ? "\(line.verb) \(name)" : line.verb
  }

  /// Sends a request whose answer `takePrefetched` returns. The process works meanwhile.
  func prefetch(_ request: ComparisonRequest) throws {
    try send(request)
    isPrefetching = true
  }

  /// Returns the answer to the request of `prefetch`.
  func takePrefetched() throws -> ComparisonAnswer {
    finishPrefetching()
    defer { prefetched = nil }
    guard let prefetched else { throw unusable("nothing was requested") }
    return try prefetched.get()
  }

  private func finishPrefetching() {
    guard isPrefetching else { return }
    isPrefetching = false
    prefetched = Result { try receive() }
  }

  /// Sends a request and returns its answer.
  func perform(_ request: ComparisonRequest) throws -> ComparisonAnswer {
    finishPrefetching()
    try send(request)
    return try receive()
  }

  /// Sends a request, to a new process if the last one ended.
  private func send(_ request: ComparisonRequest) throws {
    if process == nil {
      do { process = try ComparisonProcess(executable, interruption) } catch {
        throw unusable("\(error)")
      }
      for request in setup {
        try process?.send(request)
        _ = try receive()
      }
    }
    try process?.send(request)
  }

  /// Returns the answer to the oldest request without one.
  private func receive() throws -> ComparisonAnswer {
    guard let process else { throw unusable("its process has ended") }
    let answer: ComparisonAnswer
    do { answer = try process.receive(within: Self.stepLimit) } catch {
      stop()
      if case Failure.unusable(let reason) = error { throw unusable(reason) }
      throw error
    }
    if case .rejected(let error) = answer {
      throw ComparisonError(
        (["the \(name): \(error.message)"]
          + error.candidates.prefix(1).map { "did you mean \($0)?" } + error.notes)
          .joined(separator: "\n"))
    }
    return answer
  }

  private func unusable(_ reason: String) -> ComparisonError {
    ComparisonError("the driver of the \(name) cannot be used: \(reason)")
  }

  /// The error for an answer that does not fit its request.
  func unexpected(_ answer: ComparisonAnswer) -> ComparisonError {
    unusable("it gives an unexpected answer: \(answer.text.prefix(80))")
  }

  /// Ends the process. The next request starts another one.
  func stop() {
    process?.stop()
    process = nil
    isPrefetching = false
  }
}

extension RunLines {
  /// The lines of a drawn run that ended its process.
  init(drawn lines: [String]) {
    let stubs = lines.prefix { Line($0).command == .stub }
    self.init(stubs: Array(stubs), steps: Array(lines.dropFirst(stubs.count)))
  }
}

/// A script of the suite.
struct ComparedScript {
  let path: String
  let lines: [String]
  let sections: [String: String]
}
