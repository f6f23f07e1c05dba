import MachoSessions
import MachoValues

/// Exports a session as a Mermaid sequence diagram: the messages between user, stores, effects and
/// endpoints, and the lifetime of each effect.
struct MermaidExport: SessionExporter {
  private var participants: [String] = []
  private var knownIDs: Set<String> = []
  private var lines: [String] = []
  private var stores: [Int: JournalStore] = [:]
  /// The lifeline names of in-flight effects.
  private var runningEffects: Set<String> = []
  /// Finished effects whose store has received actions that are not asserted yet. Their lifelines
  /// stay active until then.
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
    for transition in sent {
      lines.append("user->>\(lifeline(transition.store)): \(action(of: transition))")
    }
    for event in line.events {
      switch event {
      case .effect(let change, let store, _): consume(change, of: store)
      case .stub(let stubEvent, let store, _): consume(stubEvent, of: store)
      }
    }
    for transition in received {
      let sender = sender(of: transition)
      lines.append("\(sender)-->>\(lifeline(transition.store)): \(action(of: transition))")
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
    case .suspended: break
    case .finished, .failed, .cancelled:
      guard runningEffects.remove(name) != nil else { return }
      guard change.kind != .finished else { return endedEffects.append((name, store)) }
      lines.append("\(lifeline(store))-x\(name): \(change.kind)")
      lines.append("deactivate \(name)")
    }
  }

  private mutating func consume(_ event: StubEvent, of store: Int) {
    let description = callDescriptions.describe(event, stores[store]?.syntax ?? ValueSyntax())
    let name = endpointID(description.endpoint)
    let store = lifeline(store)
    if !description.isAnswer {
      lines.append("\(store)->>\(name): \(Self.label(description.call))")
    }
    // The answer of a pending call is drawn when the call completes.
    guard let answer = description.answer else { return }
    lines.append("\(name)-->>\(store): \(Self.label(answer))")
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

  private mutating func sender(of transition: JournalTransition) -> String {
    guard let number = transition.transition.cause.effect else {
      return lifeline(transition.store)
    }
    let name = "s\(transition.store)e\(number)"
    return knownIDs.contains(name) ? name : lifeline(transition.store)
  }

  /// Returns a store's lifeline ID, and declares the participant on first use.
  private mutating func lifeline(_ store: Int) -> String {
    addParticipant("s\(store)", stores[store]?.name ?? "store")
    return "s\(store)"
  }

  private func action(of transition: JournalTransition) -> String {
    let syntax = stores[transition.store]?.syntax ?? ValueSyntax()
    return Self.label(syntax.print(transition.transition.action))
  }

  /// Returns text as a Mermaid message: one line of at most 80 characters, with Mermaid's special
  /// characters escaped.
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
    // Mermaid rejects empty messages.
    return label.allSatisfy(\.isWhitespace) ? "-" : label
  }
}

extension Array {
  /// Returns the elements that satisfy a predicate, and the others.
  fileprivate func partitioned(
    by predicate: (Element) -> Bool
  ) -> (matching: [Element], others: [Element]) {
    (filter(predicate), filter { !predicate($0) })
  }
}
