import MachoSessions
import MachoValues

/// When a debugged script stops.
struct DebugConfiguration: Equatable {
  struct Breakpoint: Equatable {
    /// The path of the file, without symbolic links.
    var path: String
    var line: Int
    /// An expression of `expect`. `nil` if it always stops.
    var condition: String?
  }

  /// A path of the state whose change stops the script.
  struct DataBreakpoint: Equatable {
    var path: String
    /// An expression of `expect`. `nil` if each change stops.
    var condition: String?
  }

  var breakpoints: [Breakpoint] = []
  var dataBreakpoints: [DataBreakpoint] = []
  /// The codes of the failures that stop it. `nil` for all failures.
  var failureCodes: Set<String>? = []

  /// Whether a failure stops the script.
  func stops(at code: String) -> Bool { failureCodes?.contains(code) ?? true }
}

extension DebugConfiguration {
  init(_ message: JSONValue) {
    breakpoints = (message["breakpoints"]?.array ?? []).map {
      Breakpoint(
        path: $0["path"]?.string ?? "", line: $0["line"]?.int ?? 0,
        condition: $0["condition"]?.string)
    }
    dataBreakpoints = (message["dataBreakpoints"]?.array ?? []).map {
      DataBreakpoint(path: $0["path"]?.string ?? "", condition: $0["condition"]?.string)
    }
    failureCodes = (message["codes"]?.array).map { Set($0.compactMap(\.string)) }
  }

  var json: JSONValue {
    [
      "type": "configure",
      "breakpoints": .array(
        breakpoints.map {
          [
            "path": .string($0.path), "line": .integer($0.line),
            "condition": .optional($0.condition),
          ]
        }),
      "dataBreakpoints": .array(
        dataBreakpoints.map {
          ["path": .string($0.path), "condition": .optional($0.condition)]
        }),
      "codes": failureCodes.map { codes in .array(codes.sorted().map { .string($0) }) } ?? .null,
    ]
  }
}

/// What a user did besides running the script: a line that was entered, or a jump.
///
/// Going back runs the script again up to an earlier position, with the interventions before it.
struct DebugIntervention: Equatable {
  enum Kind: Equatable {
    case line(Line)
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
      kind = .line(Line(text))
    } else if let line = message["line"]?.int {
      kind = .skip(toLine: line)
    } else {
      return nil
    }
  }

  var json: JSONValue {
    switch kind {
    case .line(let line): ["position": .integer(position), "text": .string(line.text)]
    case .skip(let line): ["position": .integer(position), "line": .integer(line)]
    }
  }
}
