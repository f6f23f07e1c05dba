import Foundation
import MachoExploration
import MachoSessions

/// What an exploring child process is asked to do. The parent writes it to a file.
struct ExplorationRequest: Codable {
  /// The task of a child.
  enum Task: Codable {
    /// Check the settings, and find out which actions effects send. `first` is the first run, so that
    /// a crash costs one run.
    case discover(first: Int)
    /// Make the chunks of runs of one worker, and continue the beginnings of earlier runs in some.
    case explore(Chunks, CoverageSeeds)
    /// Simplify a sequence. `rejected` are the ordinals of the candidates that are not run, because
    /// they crashed in another way. See `Explorer.shrink`.
    case shrink(ChoiceSequence, Finding, rejected: Set<Int>)
    /// Search short runs for suspicions, beginning with the run `first`.
    case suspect(first: Int)
    /// Visit the reachable states.
    case search(Search)
    /// Return the lines of a run: those of the script of a finding, or those that were taken.
    case describe(ChoiceSequence, for: Finding? = nil)
    /// Select few of the runs that reach points of the coverage.
    case selectCover(of: Set<String>, from: [ChoiceSequence])
    /// Simplify a sequence that reaches points of the coverage.
    case shrinkCoverage(ChoiceSequence, Set<String>)
    /// Count the orders of jobs in which a run fails.
    case compareOrders(ChoiceSequence, Finding)

    /// Whether the child ends the task at the deadline and reports what it did.
    var endsItself: Bool {
      switch self {
      case .discover, .explore, .suspect, .search: true
      default: false
      }
    }
  }

  /// The script that contains the lines before the first step.
  struct Origin: Codable {
    var path: String
    /// The contents of its sections, by name.
    var sections: [String: String]
  }

  /// Chunks of runs. Each depends on its number, the seed and what earlier rounds reached.
  struct Chunks: Codable {
    /// The number of the first chunk, and that after the last one.
    var first: Int
    var end: Int
    /// The distance to the next chunk of the same worker.
    var stride: Int
    /// The number of the first run, after a crash.
    var firstRun = 0
  }

  /// A search for states.
  struct Search: Codable {
    /// The condition of the state to reach.
    var goal: String?
    var limits: StateSearch.Limits
    /// The format of the diagram, if one is requested.
    var graph: StateGraph.Format?
    /// The path of the part of the state that the diagram shows.
    var project: String?
  }

  /// The feature.
  var feature: String
  /// The lines before the first step. Empty for the registered start state.
  var lines: [Line]
  /// The script that the lines are from. Default: `nil`.
  var origin: Origin?
  var settings: ExplorationSettings
  /// The number of runs.
  var runs: Int
  var task: Task
  /// The maximum number of jobs and of actions at one time of the clock.
  var workLimit = RunEngine.suspicionLimit
  /// The path of the file that contains the `ChoiceLog`.
  var log: String
  /// The process that waits for the child. The child ends with it.
  var parent: pid_t = 0
  /// When runs and searches end. Default: `nil` (they are not limited).
  var deadline: ContinuousClock.Instant?

  /// The number of runs of a chunk. Findings of one chunk are reported together, so the result does
  /// not depend on the number of workers.
  static let chunkSize = 25
}

/// A line that an exploring child process writes.
enum ExplorationEvent: Codable {
  /// The request cannot be performed.
  case rejected(ExplorationError)
  /// What each run begins with.
  case opened(RunPrefix)
  /// What effects do.
  case received(Explorer.Discovery)
  /// The actions that are sent and those that are left out.
  case actions(sent: [String], omitted: [ActionSpace.Omission])
  /// An action was sent for the first time.
  case sent(Int, String)
  /// The runs of a chunk or a search have checked properties farther than before.
  case checked(Int, [PropertyCheck])
  /// A chunk ended.
  case chunk(Int, ChunkSummary)
  /// A run reached something new.
  case reached(CoverageSeeds.Entry)
  /// Runs that reach points of the coverage.
  case cover([CoveringRun])
  /// A run failed.
  case finding(Finding, run: Int, ChoiceSequence)
  /// The simplest sequence so far.
  case shrunk(ChoiceSequence)
  /// The lines so far, before the last of them runs.
  case description(RunDescription)
  /// The numbers of a search so far.
  case searching(states: Int, depth: Int)
  /// A search ended.
  case searched(SearchEnd, states: Int, depth: Int)
  /// A diagram.
  case graph(String)
  /// The orders of jobs in which a run fails.
  case orders(OrderComparison)
  /// The feature's effects do not end.
  case endless
  /// The task is complete.
  case finished

  /// Why a search ended.
  enum SearchEnd: Codable, Equatable {
    case reached(ChoiceSequence)
    case failed, exhausted, limited
  }

  /// What the runs of a chunk did.
  struct ChunkSummary: Codable {
    var runs = 0
    var steps = 0
    var sent: Set<String> = []
    var external: Set<String> = []
    var orders = OrderTally()
    var coverage = CoverageReport()
    var checks: [PropertyCheck] = []

    /// Adds the numbers of another part of the chunk.
    mutating func add(_ other: ChunkSummary) {
      runs += other.runs
      steps += other.steps
      sent.formUnion(other.sent)
      external.formUnion(other.external)
      orders.merge(other.orders)
      coverage.merge(other.coverage)
      checks.merge(other.checks)
    }
  }

  /// The event as a line.
  var line: String {
    // No event has a floating-point number, the only value that `JSONEncoder` rejects.
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }

  /// Decodes a line.
  init?(line: String) {
    guard let event = try? JSONDecoder().decode(Self.self, from: Data(line.utf8)) else {
      return nil
    }
    self = event
  }
}

/// A diagnostic of a request.
struct ExplorationError: Error, Codable {
  var code: String
  var message: String
  /// The UTF-8 offsets of the mistake in `text`.
  var range: Range<Int>?
  /// The property that has the mistake.
  var text: String?
  var candidates: [String]
  var notes: [String]

  init(_ diagnostic: Diagnostic, in text: String? = nil) {
    self.text = text
    code = diagnostic.code.rawValue
    message = diagnostic.message
    range = diagnostic.range
    candidates = diagnostic.candidates
    notes = diagnostic.notes
  }

  var diagnostic: Diagnostic {
    Diagnostic(
      DiagnosticCode(rawValue: code), message, at: range, candidates: candidates, notes: notes)
  }
}
