import MachoSessions
import MachoValues

/// Writes a session as a sequence diagram of Mermaid: who sent what to whom, and when effects ran.
struct MermaidExport: SessionExporter {
  private var participants: [String] = []
  private var knownIDs: Set<String> = []
  private var lines: [String] = []
  private var stores: [Int: JournalStore] = [:]
  /// The effects that run, as the names of their lifelines.
  private var runningEffects: Set<String> = []
  /// Those that have ended, while what they have sent waits to be named.
  private var endedEffects: [(name: String, store: Int)] = []
  private var endpointIDs: [String: String] = [:]
  private var callDescriptions = CallDescriptions()

  mutating func consume(_ item: ExportItem) {
    switch item {
    case .phase(let title): lines.append("Note over user: \(Self.label(title))")
    case .comment: break
    case .line(let line): consume(line)
    }
  }

  func text() -> String {
    let ends = (endedEffects.map(\.name) + runningEffects.sorted()).map { "deactivate \($0)" }
    let all = ["actor user as user"] + participants + lines + ends
    return "sequenceDiagram\n" + all.map { "  \($0)\n" }.joined()
  }

  private mutating func consume(_ line: JournalLine) {
    for opened in line.openedStores { stores[opened.number] = opened }
    if line.elapsed > .zero {
      addParticipant("clock", "clock")
      lines.append("user->>clock: advance \(Self.label(ValueSyntax().print(line.elapsed)))")
    }
    if line.activeActionIDs != nil, let store = line.store {
      lines.append("Note over \(lifeline(store)): \(Self.label(line.outcome.text))")
    }
    let (sent, received) = line.transitions.partitioned { $0.transition.cause == .sent }
    for step in sent { lines.append("user->>\(lifeline(step.store)): \(action(of: step))") }
    for happening in line.events {
      switch happening {
      case .effect(let change, let store): consume(change, of: store)
      case .stub(let note, let store): consume(note, of: store)
      }
    }
    for step in received {
      let from = sender(of: step)
      lines.append("\(from)-->>\(lifeline(step.store)): \(action(of: step))")
    }
    for (name, store) in endedEffects where !line.storesWithUnassertedActions.contains(store) {
      lines.append("deactivate \(name)")
    }
    endedEffects.removeAll { !line.storesWithUnassertedActions.contains($0.store) }
  }

  private mutating func consume(_ change: EffectChange, of store: Int) {
    let name = "s\(store)e\(change.effect.id)"
    switch change.kind {
    case .started:
      addParticipant(name, "#\(change.effect.id) \(change.effect.name)")
      runningEffects.insert(name)
      lines.append("\(lifeline(store))->>+\(name): from \(Self.label(change.effect.origin))")
    case .finished, .failed, .cancelled:
      guard runningEffects.remove(name) != nil else { return }
      guard change.kind != .finished else { return endedEffects.append((name, store)) }
      lines.append("\(lifeline(store))-x\(name): \(change.kind)")
      lines.append("deactivate \(name)")
    }
  }

  private mutating func consume(_ note: StubEvent, of store: Int) {
    let found = callDescriptions.describe(note, stores[store]?.syntax ?? ValueSyntax())
    let name = endpointID(found.endpoint)
    let store = lifeline(store)
    if !found.isAnswer { lines.append("\(store)->>\(name): \(Self.label(found.call))") }
    // An answer that has not come yet is drawn where it comes.
    guard found.answer != "pending" else { return }
    lines.append("\(name)-->>\(store): \(Self.label(found.answer))")
  }

  private mutating func endpointID(_ name: String) -> String {
    if let id = endpointIDs[name] { return id }
    let id = "d\(endpointIDs.count + 1)"
    endpointIDs[name] = id
    addParticipant(id, name)
    return id
  }

  private mutating func addParticipant(_ id: String, _ name: String) {
    guard knownIDs.insert(id).inserted else { return }
    participants.append("participant \(id) as \(Self.label(name))")
  }

  private mutating func sender(of step: JournalTransition) -> String {
    guard case .received(let number?) = step.transition.cause else { return lifeline(step.store) }
    let name = "s\(step.store)e\(number)"
    return knownIDs.contains(name) ? name : lifeline(step.store)
  }

  /// The line of a store, which is drawn where anything is done with it.
  private mutating func lifeline(_ store: Int) -> String {
    addParticipant("s\(store)", stores[store]?.name ?? "store")
    return "s\(store)"
  }

  private func action(of step: JournalTransition) -> String {
    let syntax = stores[step.store]?.syntax ?? ValueSyntax()
    return Self.label(syntax.print(step.transition.action))
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
  fileprivate func partitioned(_ fits: (Element) -> Bool) -> (fitting: [Element], others: [Element])
  {
    (filter(fits), filter { !fits($0) })
  }
}
