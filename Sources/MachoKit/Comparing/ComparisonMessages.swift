import Foundation
import MachoExploration
import MachoScripting

/// A task for a process that runs one side of a comparison.
enum ComparisonRequest: Codable {
  /// Opens a feature, and finds out what its effects send. All names in other requests and in answers are
  /// those after the renamings.
  case open(feature: String, ExplorationSettings, discovers: Bool, renamings: [Renaming])
  /// Reports the actions that runs can send, if effects of any side send those labels.
  case listActions(received: Set<String>)
  /// Begins the runs.
  case start(labels: Set<String>, omissions: [Omission], comparesReceived: Bool)
  /// Makes random runs. Some of them continue beginnings of the runs of the last two such requests.
  case draw(first: Int, count: Int, continuing: [RunBeginning], reportsLines: Bool)
  /// Reports the choices of a run of the last two `draw` requests.
  case findChoices(run: Int)
  /// Makes the run of choices and reports its lines.
  case redraw(ChoiceSequence)
  /// Repeats runs that the other side drew.
  case apply([RunLines])
  /// Repeats a run and reports all that it causes.
  case trace(RunLines)
  /// Runs a script.
  case script([String], path: String, sections: [String: String])
  /// Compares the states at the end of a run in several orders of ready jobs.
  case orders(RunLines, limit: Int)
}

/// What such a process answers. Each request has one answer, apart from `line`.
enum ComparisonAnswer: Codable {
  case opened(version: Int, FeatureOutline, received: Set<String>)
  case actions([String])
  case started
  case drawn([RunLines], [UInt64], ComparisonNumbers)
  /// `nil`: the run was drawn earlier, or by another process.
  case choices(ChoiceSequence?)
  case redrawn(DrawnRun)
  /// The beginnings reach something that no run on this side has reached. They have indices of the request.
  case applied([UInt64], new: [RunBeginning], ComparisonNumbers)
  case traced(RunTrace)
  /// The `schedule` line of an order with another state at the end, and what differs. `nil`: none.
  case order(line: String?, path: String, fifo: String, other: String)
  case rejected(ExplorationError)
  /// A line is about to run. The choices are those of a drawn run up to it.
  case line(String, choices: ChoiceSequence?)
  /// The effects do not end.
  case endless

  /// The version of the messages. A side with another one cannot be compared.
  static let version = 3

  /// The answer as a line.
  var text: String {
    // No answer has a floating-point number, the only value that `JSONEncoder` rejects.
    let data = (try? JSONEncoder().encode(self)) ?? Data()
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}

/// The first steps of a run.
struct RunBeginning: Codable {
  /// The number of the run.
  var run: Int
  var stepCount: Int
}

/// What a side has reached.
struct ComparisonNumbers: Codable {
  var steps = 0
  /// The points of the coverage.
  var reached: Set<String> = []
}
