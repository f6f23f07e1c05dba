import MachoSessions
import MachoValues

/// Writes a session as a sequence diagram of Mermaid: who sent what to whom, and when effects ran.
struct MermaidExport: SessionExporter {
  private var participants: [String] = []
  private var known: Set<String> = []
  private var lines: [String] = []
  private var stores: [Int: JournalStore] = [:]
  /// The effects that run, as the names of their lifelines.
  private var running: Set<String> = []
  private var endpoints: [String: String] = [:]
  private var texts = CallTexts()

  mutating func take(_ item: ExportItem) {
    switch item {
    case .phase(let title): lines.append("Note over user: \(Self.label(title))")
    case .comment: break
    case .line(let line): take(line)
    }
  }

  func text() -> String {
    let ends = running.sorted().map { "deactivate \($0)" }
    let all = ["actor user as user"] + participants + lines + ends
    return "sequenceDiagram\n" + all.map { "  \($0)\n" }.joined()
  }

  private mutating func take(_ line: JournalLine) {
    for opened in line.opened {
      stores[opened.number] = opened
      add("s\(opened.number)", opened.name)
    }
    if line.passed > .zero {
      add("clock", "clock")
      lines.append("user->>clock: advance \(Self.label(ValueSyntax().print(line.passed)))")
    }
    if line.way != nil, let store = line.store {
      lines.append("Note over s\(store): \(Self.label(line.outcome.text))")
    }
    let (sent, received) = line.taken.parted { $0.step.cause == .sent }
    for step in sent { lines.append("user->>s\(step.store): \(action(of: step))") }
    for happening in line.happened {
      switch happening {
      case .effect(let change, let store): take(change, of: store)
      case .stub(let note, let store): take(note, of: store)
      }
    }
    for step in received {
      let from = source(of: step)
      lines.append("\(from)-->>s\(step.store): \(action(of: step))")
    }
  }

  private mutating func take(_ change: EffectChange, of store: Int) {
    let name = "s\(store)e\(change.effect.id)"
    switch change.kind {
    case .started:
      add(name, "#\(change.effect.id) \(change.effect.name)")
      running.insert(name)
      lines.append("s\(store)->>+\(name): from \(Self.label(change.effect.origin))")
    case .finished, .failed, .cancelled:
      guard running.remove(name) != nil else { return }
      if change.kind != .finished { lines.append("s\(store)-x\(name): \(change.kind)") }
      lines.append("deactivate \(name)")
    }
  }

  private mutating func take(_ note: StubNote, of store: Int) {
    let found = texts.take(note, stores[store]?.syntax ?? ValueSyntax())
    let name = endpoint(found.endpoint)
    if !found.isAnswer { lines.append("s\(store)->>\(name): \(Self.label(found.call))") }
    // An answer that has not come yet is drawn where it comes.
    guard found.answer != "pending" else { return }
    lines.append("\(name)-->>s\(store): \(Self.label(found.answer))")
  }

  private mutating func endpoint(_ name: String) -> String {
    if let id = endpoints[name] { return id }
    let id = "d\(endpoints.count + 1)"
    endpoints[name] = id
    add(id, name)
    return id
  }

  private mutating func add(_ id: String, _ name: String) {
    guard known.insert(id).inserted else { return }
    participants.append("participant \(id) as \(Self.label(name))")
  }

  private func source(of step: JournalStep) -> String {
    guard case .received(let number?) = step.step.cause else { return "s\(step.store)" }
    let name = "s\(step.store)e\(number)"
    return known.contains(name) ? name : "s\(step.store)"
  }

  private func action(of step: JournalStep) -> String {
    let syntax = stores[step.store]?.syntax ?? ValueSyntax()
    return Self.label(syntax.print(step.step.action))
  }

  /// A text as it may stand in a message: on one line, not too long, and with nothing in it that
  /// ends the message or begins something else.
  static func label(_ text: String) -> String {
    let shown = text.count > 80 ? text.prefix(79) + "…" : text[...]
    var label = ""
    for character in shown {
      switch character {
      case "#": label += "#35;"
      case ";": label += "#59;"
      case "%": label += "#37;"
      case "<": label += "#lt;"
      case ">": label += "#gt;"
      case "\n", "\r", "\r\n": label += "<br/>"
      default: label.append(character.isASCII && character.asciiValue ?? 32 < 32 ? " " : character)
      }
    }
    // A message has to say something.
    return label.allSatisfy(\.isWhitespace) ? "-" : label
  }
}

extension Array {
  /// The elements that fit, and the others.
  fileprivate func parted(_ fits: (Element) -> Bool) -> (fitting: [Element], others: [Element]) {
    (filter(fits), filter { !fits($0) })
  }
}
