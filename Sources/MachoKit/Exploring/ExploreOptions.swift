import ArgumentParser
import Foundation
import MachoExploration
import MachoSessions
import MachoValues

/// The options of `macho explore`.
struct ExploreOptions: ParsableArguments {
  @Argument(help: "The feature.")
  var feature: String

  @Option(
    help: ArgumentHelp(
      "Begin each run after the lines of a script, up to LINE. Default: the start state.",
      valueName: "script[:line]"))
  var from: String?

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A condition that must hold after each step, as for 'expect'. Repeat the option for more.",
      valueName: "condition"))
  var invariant: [String] = []

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "A property to check, such as 'isLoading leads to not isLoading'. Repeat the option for more.",
      valueName: "line"))
  var property: [String] = []

  @Option(
    help: ArgumentHelp(
      "A script of 'expect' lines that must hold after each step.", valueName: "script"))
  var invariants: String?

  @Option(
    name: [.long, .customLong("stubs")], parsing: .singleValue,
    help: ArgumentHelp(
      "A stub that is in force in each run, as for 'stub'. Repeat the option for more.",
      valueName: "stub"))
  var stub: [String] = []

  @Option(
    help: ArgumentHelp(
      "Visit all reachable states, nearest first, and print the shortest script that reaches this condition.",
      valueName: "condition"))
  var until: String?

  @Option(
    help: ArgumentHelp(
      "Visit all reachable states and print them as a diagram.", valueName: "mermaid|dot|json"))
  var graph: StateGraph.Format?

  @Option(
    help: ArgumentHelp("Show only this part of each state in the diagram.", valueName: "path"))
  var project: String?

  @Option(
    help: ArgumentHelp(
      """
      Which orders of ready jobs to try in each run, after that of a first-in, first-out queue; or \
      breadth-first for the nearest failure. Default: portfolio, or fifo for states.
      """, valueName: "\(OrderStrategy.usage)|breadth-first"))
  var strategy: ExplorationStrategy?

  @Flag(help: "Report a final state that depends on the order of ready jobs or of answers.")
  var races = false

  @Option(
    help:
      "The maximum number of states that --until, --graph and breadth-first visit. Default: 100000."
  )
  var states = 100_000

  @Option(help: "The number of runs. Default: 2000, or no limit with --for.")
  var runs: Int?

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      "How long to make runs, such as '60s', from the start of the program.", valueName: "duration")
  )
  var time: String?

  @Option(
    help: "The maximum number of steps of a run, up to 10000. Default: 50, or 100 for states.")
  var depth: Int?

  @Option(help: "The seed of the random choices. Default: a random one, which is printed.")
  var seed: UInt64?

  @Option(
    help: ArgumentHelp(
      "Send only the actions whose names match this regular expression, also those that effects send.",
      valueName: "regex"))
  var actions: String?

  @Option(
    help: ArgumentHelp(
      "Do not send the actions whose names match this regular expression.", valueName: "regex"))
  var exclude: String?

  @Option(
    help: ArgumentHelp(
      """
      Also send bindings of these properties, separated by commas. Default: those marked @BindingState, \
      or all that can be assigned from elsewhere and are not the state of another feature.
      """, valueName: "paths"))
  var bind: String?

  @Option(
    help: "The directory for scripts of failures. Default: the corpus, or the working directory.")
  var output: String?

  @Option(
    help: ArgumentHelp(
      "A directory of scripts of earlier failures, which run first.", valueName: "directory"))
  var corpus: String?

  @Flag(
    help:
      "Add the smallest set of scripts that reach what the scripts below the working directory do not."
  )
  var add = false

  @Option(
    help: ArgumentHelp(
      "Report which actions, states, effects and stub outcomes the runs reached.",
      discussion: "'--coverage=FILE.json' also writes the report as JSON.", valueName: "file.json"))
  var coverage: CoverageOption?

  @Option(help: "How many processes make runs. Default: one for each processor.")
  var jobs: Int?

  @Flag(help: "Continue after a failure, and report all that differ.")
  var keepGoing = false

  @Flag(help: "Write each failed run as it was found. Default: a simplified one.")
  var unsimplified = false

  @Option(
    help: ArgumentHelp(
      """
      What to do with suspicions: report, fail (exit status 1, and write their scripts), or off. \
      Default: report.
      """, valueName: "report|fail|off"))
  var suspicions = Suspicions.report

  /// What to do with suspicions.
  enum Suspicions: String, CaseIterable, ExpressibleByArgument {
    case report, fail, off
  }

  @Option(
    parsing: .singleValue,
    help: ArgumentHelp(
      "Report only the failure with this identity, which the format jsonl contains. Repeat the option for more.",
      valueName: "identity"))
  var finding: [String] = []

  @Option(help: "The format of the report: pretty or jsonl. Default: pretty.")
  var format = ExplorationReport.Format.pretty

  @OptionGroup var colors: ColorOptions

  /// The log of a run, which a crash leaves, has room for so many steps.
  private static let maximumDepth = 10_000

  func validate() throws {
    if let depth, !(1...Self.maximumDepth).contains(depth) {
      throw ValidationError("--depth must be at least 1 and at most \(Self.maximumDepth)")
    }
    if states < 1 { throw ValidationError("--states must be at least 1") }
    if project != nil, graph == nil { throw ValidationError("--project requires --graph") }
    if until != nil, graph != nil {
      throw ValidationError("--until and --graph cannot be combined")
    }
    if let runs, !(1...1_000_000_000).contains(runs) {
      throw ValidationError("--runs must be at least 1 and at most 1000000000")
    }
    if let jobs, jobs < 1 { throw ValidationError("--jobs must be at least 1") }
    if races,
      strategy == .breadthFirst || strategy == .orders(.fifo) || until != nil || graph != nil
    {
      throw ValidationError("--races requires runs with several orders: another --strategy")
    }
    if !finding.isEmpty, visitsStates {
      throw ValidationError("--finding requires runs: another --strategy")
    }
    if add || coverage != nil, until != nil || graph != nil || strategy == .breadthFirst {
      throw ValidationError("--add and --coverage require runs: another --strategy")
    }
    _ = try limit()
  }

  /// The time limit of the runs. Default: `nil` (none).
  func limit() throws -> Duration? {
    guard let time else { return nil }
    guard let limit = try? ValueSyntax().read(time[...], as: Duration.self), limit > .zero else {
      throw ValidationError("--for takes a duration such as 60s, not '\(time)'")
    }
    return limit
  }
}

/// How `macho explore` searches.
enum ExplorationStrategy: Hashable, ExpressibleByArgument {
  /// Random runs, each with these orders of ready jobs.
  case orders(OrderStrategy)
  case breadthFirst

  init?(argument: String) {
    if argument == "breadth-first" {
      self = .breadthFirst
    } else {
      guard let orders = OrderStrategy(argument) else { return nil }
      self = .orders(orders)
    }
  }

  static let allValueStrings = ["fifo", "random", "pct:2", "dfs:2", "portfolio", "breadth-first"]

  /// The text that `init` parses.
  var text: String {
    switch self {
    case .orders(let orders): orders.text
    case .breadthFirst: "breadth-first"
    }
  }
}

extension StateGraph.Format: ExpressibleByArgument {}
