import MachoValues

/// When a debugged script stops.
struct DebugConfiguration: Equatable {
  struct Breakpoint: Equatable {
    var line: Int
    /// An expression of `expect`. `nil` if it always stops.
    var condition: String?
  }

  var breakpoints: [Breakpoint] = []
  /// The paths of the state whose change stops the script.
  var watchedPaths: [String] = []
  /// The codes of the failures that stop it. `nil` for all failures.
  var failureCodes: Set<String>? = []

  /// Whether a failure stops the script.
  func stops(at code: String) -> Bool { failureCodes?.contains(code) ?? true }
}

extension DebugConfiguration {
  init(_ message: JSONValue) {
    breakpoints = (message["breakpoints"]?.array ?? []).map {
      Breakpoint(line: $0["line"]?.int ?? 0, condition: $0["condition"]?.string)
    }
    watchedPaths = (message["paths"]?.array ?? []).compactMap(\.string)
    failureCodes = (message["codes"]?.array).map { Set($0.compactMap(\.string)) }
  }

  var json: JSONValue {
    [
      "type": "configure",
      "breakpoints": .array(
        breakpoints.map { ["line": .integer($0.line), "condition": .optional($0.condition)] }),
      "paths": .array(watchedPaths.map { .string($0) }),
      "codes": failureCodes.map { codes in .array(codes.sorted().map { .string($0) }) } ?? .null,
    ]
  }
}

/// What a user did besides running the script: a line that was entered, or a jump.
///
/// Going back runs the script again up to an earlier position, with the interventions before it.
struct DebugIntervention: Equatable {
  enum Kind: Equatable {
    case line(String)
    /// The commands above a line are passed over.
    case skip(toLine: Int)
  }

  /// The number of commands that had run.
  var position: Int
  var kind: Kind

  init(position: Int, _ kind: Kind) {
    self.position = position
    self.kind = kind
  }

  init?(_ message: JSONValue) {
    guard let position = message["position"]?.int else { return nil }
    self.position = position
    if let text = message["text"]?.string {
      kind = .line(text)
    } else if let line = message["line"]?.int {
      kind = .skip(toLine: line)
    } else {
      return nil
    }
  }

  var json: JSONValue {
    switch kind {
    case .line(let text): ["position": .integer(position), "text": .string(text)]
    case .skip(let line): ["position": .integer(position), "line": .integer(line)]
    }
  }
}
