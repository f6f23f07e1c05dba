import MachoSessions

/// What a child process is asked to run: one script and its options.
struct ScriptRequest: Hashable, Sendable {
  var path: String
  /// The line of the heading of the case to run. `nil` if the script is not a specification.
  var caseLine: Int?
  var isStrict = false
  var repetitions = 1
  /// The orders of ready jobs to try. Default: only that of a first-in, first-out queue.
  var schedules: SchedulePlan?
  /// Whether to report the coverage.
  var wantsCoverage = false
  /// Whether to report the output of each step, also of those in phases after a failed command that do not
  /// depend on it.
  var wantsOutputs = false
  /// Whether to report the events of the session.
  var wantsTimeline = false
  /// The interchangeable features, and the one that replaces them all.
  var variants: [String] = []
  var variant: String?
  /// After how many seconds the parent kills the child.
  var limit: UInt32

  init(path: String, limit: UInt32) {
    self.path = path
    self.limit = limit
  }
}

// A request is passed to a spawned child as arguments, and to a fork server as one message.
extension ScriptRequest {
  /// The request as words, which may be empty. The path is last, as it may contain anything.
  var words: [String] {
    [
      isStrict ? "strict" : "", String(repetitions), wantsOutputs ? "outputs" : "",
      wantsTimeline ? "timeline" : "", String(limit), variant ?? "",
      variants.joined(separator: ","), schedules?.text ?? "", wantsCoverage ? "coverage" : "",
      caseLine.map(String.init) ?? "", path,
    ]
  }

  /// Decodes the words of a request.
  init?(words: [String]) {
    guard words.count == 11, let repetitions = Int(words[1]), let limit = UInt32(words[4]) else {
      return nil
    }
    self.init(path: words[10], limit: limit)
    isStrict = words[0] == "strict"
    self.repetitions = repetitions
    wantsOutputs = words[2] == "outputs"
    wantsTimeline = words[3] == "timeline"
    // Feature names are never empty.
    variant = words[5].isEmpty ? nil : words[5]
    variants = words[6].split(separator: ",").map(String.init)
    schedules = SchedulePlan(words[7])
    wantsCoverage = words[8] == "coverage"
    caseLine = Int(words[9])
  }

  /// The request as one message. No word contains a zero byte.
  var message: [UInt8] { Array(words.joined(separator: "\0").utf8) }

  /// Decodes a message.
  init?(message: ArraySlice<UInt8>) {
    self.init(
      words: message.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      })
  }
}
