import MachoScripting

extension ScriptWatcher {
  /// What a key does.
  enum KeyAction: CaseIterable {
    case all, failed, update, filter, again, quit, help

    var keys: [Character] {
      switch self {
      case .all: ["a"]
      case .failed: ["f"]
      case .update: ["u"]
      case .filter: ["p", "/"]
      case .again: ["\n", "\r"]
      // Ctrl-D.
      case .quit: ["q", "\u{4}"]
      case .help: ["?"]
      }
    }

    /// The name of the first key.
    var keyName: String { self == .again ? "Enter" : keys.first.map(String.init) ?? "" }

    /// The word beside the key, in the line below a report.
    var word: String { self == .again ? "run again" : "\(self)" }

    var explanation: String {
      switch self {
      case .all: "run all scripts, and forget the filter"
      case .failed: "run the scripts that failed"
      case .update: "write the expectations of the scripts that failed, as --update does"
      case .filter:
        "type a regular expression, and run the scripts and cases whose name matches; / too"
      case .again: "run the scripts of the last run"
      case .quit: "quit with the current status of the scripts, as Ctrl-C does"
      case .help: "show this list"
      }
    }

    init?(key: Character) {
      guard let action = Self.allCases.first(where: { $0.keys.contains(key) }) else { return nil }
      self = action
    }
  }

  /// Names the keys below a report, at a terminal.
  func showKeys() {
    let actions = KeyAction.allCases.map { "\($0.keyName) \($0.word)" }
    let filter = filter.map { "filter: \($0)\n" } ?? ""
    show(filter + actions.joined(separator: ", "))
  }

  /// Does what a key asks for. Returns `false` if the user quits.
  mutating func perform(_ key: Character) throws -> Bool {
    guard let action = KeyAction(key: key) else { return true }
    switch action {
    case .quit: return false
    case .help:
      let width = KeyAction.allCases.map(\.keyName.count).max() ?? 0
      for action in KeyAction.allCases {
        let padding = String(repeating: " ", count: width - action.keyName.count)
        show("\(action.keyName)\(padding)  \(action.explanation)")
      }
      return true
    case .all:
      filter = nil
      try rerun(selected, orSay: "no script exists")
    case .again:
      let existing = Set(selected)
      try rerun(lastRun.filter(existing.contains), orSay: "no script exists")
    case .failed: try rerun(failed, orSay: "no script has failed")
    case .update: try rerun(failed, orSay: "no script has failed", updates: true)
    case .filter:
      guard let text = requestFilter() else { break }
      filter = text.isEmpty ? nil : text
      try rerun(selected, orSay: "no script matches")
    }
    showKeys()
    return true
  }

  private mutating func rerun(
    _ scripts: [SelectedScript], orSay message: String, updates: Bool = false
  ) throws {
    guard !scripts.isEmpty else { return show(message) }
    pauseKeys()
    try runScripts(scripts, updates: updates)
  }

  /// The selected scripts whose last run failed.
  private var failed: [SelectedScript] { selected.filter { results[$0]?.isSuccess == false } }

  /// Returns a typed regular expression. `nil` if the user pressed Escape or typed no valid one.
  private func requestFilter() -> String? {
    guard let text = readText(prompt: "filter: ") else { return nil }
    do throws(UserRegex.Failure) {
      let regex = try UserRegex(text)
      for script in find() { _ = try regex.occurs(in: script.name) }
      return text
    } catch {
      if case .tooSlow = error {
        show("\(error)")
      } else {
        show("invalid regular expression '\(text)'")
      }
      return nil
    }
  }
}
