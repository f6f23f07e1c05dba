import Nimble

struct Example {
  var path: [String]
  var preparations: [() -> Void]
  var body: () -> Void

  func run() -> ExampleResult {
    Failures.current.withLock { $0 = [] }
    for prepare in preparations { prepare() }
    body()
    return ExampleResult(path: path, failures: Failures.current.withLock { $0 })
  }
}

/// The examples that a specification has described so far.
struct Description {
  static let current = Guarded(Description())

  var path: [String] = []
  var preparations: [() -> Void] = []
  var examples: [Example] = []

  static func group(_ text: String, _ closure: () -> Void) {
    nonisolated(unsafe) let outer = current.withLock { description in
      let preparations = description.preparations
      description.path.append(text)
      return preparations
    }
    closure()
    current.withLock { description in
      description.path.removeLast()
      description.preparations = outer
    }
  }
}
