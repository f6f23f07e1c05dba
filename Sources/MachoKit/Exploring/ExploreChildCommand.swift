import ArgumentParser
import CMachoKit
import Foundation
import MachoExploration
import MachoScripting
import MachoSessions
import MachoSystem

/// The child side of an exploration: performs one task and writes events to standard output.
struct ExploreChildCommand: ParsableCommand {
  static let name = "explore-in-child"
  static let configuration = CommandConfiguration(commandName: name, shouldDisplay: false)

  /// The path of the request.
  @Argument var path: String

  func run() throws {
    let data = try FileError.converting("read", path) {
      try Data(contentsOf: URL(fileURLWithPath: path))
    }
    let request = try JSONDecoder().decode(ExplorationRequest.self, from: data)
    // Keeps the events free of what a feature prints.
    let report = duplicateHigh(STDOUT_FILENO)
    guard report >= 0, let file = ChoiceLogFile(request.log) else { throw ExitStatus.usage }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    #if MACHO_LINUX
      // A run writes no event while it lasts, so it would not notice that its parent is gone. The
      // parent may have ended while this process started.
      guard cmachokit_end_with_parent(request.parent) != 0 else { _exit(1) }
    #endif
    CrashSignalHandler.install(report: report)
    ignoreBrokenPipes()
    let events = EventWriter(report: report)
    do throws(Diagnostic) {
      try ExplorationTask(request: request, events: events, log: file.log).perform()
      events.write(.finished)
    } catch {
      events.write(.rejected(ExplorationError(error)))
    }
    // A feature may have registered code that runs at the exit, or other threads.
    _exit(0)
  }
}

/// Writes events. Ends the process if its parent is gone.
struct EventWriter {
  let report: Int32

  func write(_ event: ExplorationEvent) {
    // A poll without requested events reports the closed pipe on Linux, but not on macOS.
    if tryWriting(event.line, to: report) == EPIPE { _exit(0) }
  }
}

/// Performs a request in this process, which is dedicated to it.
struct ExplorationTask {
  let request: ExplorationRequest
  let events: EventWriter
  let log: ChoiceLog

  func perform() throws(Diagnostic) {
    let target = try self.target()
    switch request.task {
    case .discover(let first): try discover(target, from: first)
    case .explore(let chunks, let seeds):
      try explore(try explorer(target), chunks, from: seeds)
    case .shrink(let sequence, let finding, let rejected):
      _ = try explorer(target).shrink(sequence, finding, rejecting: rejected) {
        events.write(.shrunk($0))
      }
    case .suspect(let first): try suspect(try explorer(target), from: first)
    case .search(let states): try search(try explorer(target), states)
    case .describe(let sequence, let finding):
      let explorer = try explorer(target)
      explorer.engine.describesFailures = finding != nil
      if let finding, finding.kind.isSuspicion {
        guard let found = try explorer.describe(finding, in: sequence) else { break }
        events.write(.description(found.description))
        events.write(.finding(found.finding, run: 0, sequence))
        break
      }
      explorer.engine.onDescription = { [events] in events.write(.description($0)) }
      let result = try explorer.replay(sequence, describing: true)
      events.write(.description(result.description))
      if let finding = result.finding { events.write(.finding(finding, run: 0, result.sequence)) }
    case .shrinkCoverage(let sequence, let points):
      _ = try explorer(target).shrink(sequence, reaching: points) { events.write(.shrunk($0)) }
    case .selectCover(let points, let sequences):
      events.write(.cover(try explorer(target).selectCover(of: points, from: sequences)))
    case .compareOrders(let sequence, let finding):
      events.write(.orders(try explorer(target).compareOrders(sequence, finding)))
    }
  }

  private func target() throws(Diagnostic) -> ExplorationTarget {
    if request.lines.isEmpty {
      guard let feature = Catalog.all.first(where: { $0.name == request.feature }) else {
        throw Diagnostic("no-such-feature", "no feature '\(request.feature)' is registered")
      }
      return ExplorationTarget(feature)
    }
    let files = request.origin.map { ScriptFileSource(sections: $0.sections, path: $0.path) }
    do throws(Diagnostic) {
      let target = try ExplorationTarget(lines: request.lines, catalog: Catalog.all, files: files)
      guard target.feature.name == request.feature else {
        throw Diagnostic(
          "usage",
          "the lines open '\(target.feature.name)', and '\(request.feature)' is to be explored")
      }
      return target
    } catch {
      var error = error
      if let path = request.origin?.path { error.notes.append("in the lines of \(path)") }
      throw error
    }
  }

  private func explorer(_ target: ExplorationTarget) throws(Diagnostic) -> Explorer {
    let explorer = try Explorer(
      target, request.settings, log: log)
    explorer.engine.workLimit = request.workLimit
    explorer.engine.onEndlessWork = {
      events.write(.endless)
      _exit(0)
    }
    return explorer
  }

  /// The maximum number of steps of the runs that find out what effects send.
  private static let discoveryDepth = 200

  private func discover(_ target: ExplorationTarget, from first: Int) throws(Diagnostic) {
    events.write(.opened(target.opening))
    // Reports mistakes in the settings before the runs.
    if let (text, error) = target.mistake(in: request.settings) {
      events.write(.rejected(ExplorationError(error, in: text)))
      _exit(0)
    }
    var settings = request.settings
    settings.invariants = []
    settings.properties = []
    settings.depth = min(settings.depth, Self.discoveryDepth)
    // Later runs push the screens that these do not show.
    if first < Explorer.discoveryRuns { settings.shownScreens = nil }
    let explorer = try Explorer(target, settings, log: log)
    explorer.engine.deadline = request.deadline
    explorer.engine.workLimit = request.workLimit
    explorer.engine.onEndlessWork = { [engine = explorer.engine] in
      var found = Explorer.Discovery()
      found.labels = engine.receivedLabels ?? []
      events.write(.received(found))
      _exit(1)
    }
    if settings.actions == nil {
      for number in first..<max(first, Explorer.discoveryRuns) where !explorer.engine.isOverdue {
        events.write(.received(try explorer.discover(number)))
      }
    }
    list(explorer.engine.space)
    guard settings.actions == nil, first >= Explorer.discoveryRuns,
      explorer.engine.space.pushesScreens
    else { return }
    for number in Explorer.pushingRuns where !explorer.engine.isOverdue {
      var found = try explorer.discover(number)
      found.screens = []
      settings.receivedLabels.formUnion(found.labels)
      events.write(.received(found))
    }
    list(try Explorer(target, settings).engine.space)
  }

  private func list(_ space: ActionSpace) {
    events.write(.actions(sent: space.labels, omitted: space.omissions))
  }

  private func explore(
    _ explorer: Explorer, _ chunks: ExplorationRequest.Chunks, from seeds: CoverageSeeds
  ) throws(Diagnostic) {
    let size = ExplorationRequest.chunkSize
    explorer.engine.deadline = request.deadline
    var progress: [PropertyProgress] = []
    for chunk in stride(from: chunks.first, to: chunks.end, by: chunks.stride)
    where !explorer.engine.isOverdue {
      var summary = ExplorationEvent.ChunkSummary()
      let first = max(chunk * size, chunk == chunks.first ? chunks.firstRun : 0)
      let runs = first..<max(first, min((chunk + 1) * size, request.runs))
      var found: [Finding] = []
      explorer.collectCoverage(from: seeds)
      explorer.engine.onFirstSend = { [events] in events.write(.sent(chunk, $0)) }
      for number in runs where !explorer.engine.isOverdue {
        summary.runs += 1
        let result = try explorer.run(number) { events.write(.reached($0)) }
        summary.steps += result.effectiveStepCount
        // At once, because a later run may crash.
        if explorer.engine.propertyProgress != progress {
          progress = explorer.engine.propertyProgress
          events.write(.checked(chunk, explorer.engine.propertyChecks))
        }
        guard let finding = result.finding, !found.contains(where: finding.isSame) else { continue }
        found.append(finding)
        events.write(.finding(finding, run: number, result.sequence))
      }
      summary.external = explorer.externalEffects
      summary.orders = explorer.takeOrderTally()
      summary.coverage = explorer.coverage?.report ?? CoverageReport()
      events.write(.chunk(chunk, summary))
    }
  }

  private func suspect(_ explorer: Explorer, from first: Int) throws(Diagnostic) {
    explorer.engine.deadline = request.deadline
    try explorer.findSuspicions(runs: first..<max(first, Explorer.suspicionRuns)) {
      events.write(.finding($0.finding, run: $0.number, $0.sequence))
    }
  }

  /// Visits the reachable states.
  private func search(_ explorer: Explorer, _ search: ExplorationRequest.Search) throws(Diagnostic)
  {
    do throws(Diagnostic) {
      // A mistake in the path is reported before the search.
      if let path = search.project { _ = try StateGraph.path(path, of: explorer.target) }
      var states = try explorer.search(
        until: search.goal, limits: search.limits, recordsEdges: search.graph != nil)
      var nextReport = ContinuousClock.now
      states.shouldContinue = { states, depth in
        let now = ContinuousClock.now
        if now >= nextReport {
          nextReport = now + .milliseconds(500)
          events.write(.searching(states: states, depth: depth))
        }
        return request.deadline.map { now < $0 } ?? true
      }
      let end = try states.run()
      events.write(.checked(0, explorer.engine.propertyChecks))
      if let format = search.graph {
        let graph = try StateGraph(states, projecting: search.project, of: explorer.target)
        events.write(.graph(graph.text(as: format)))
      }
      let count = states.states.count
      switch end {
      case .reached(let sequence):
        events.write(.searched(.reached(sequence), states: count, depth: states.depth))
      case .failed(let finding, let sequence):
        events.write(.finding(finding, run: 0, sequence))
        events.write(.searched(.failed, states: count, depth: states.depth))
      case .exhausted: events.write(.searched(.exhausted, states: count, depth: states.depth))
      case .limited: events.write(.searched(.limited, states: count, depth: states.depth))
      }
    } catch {
      events.write(.rejected(ExplorationError(error, in: search.goal ?? search.project)))
      _exit(0)
    }
  }
}
