import MachoValues

/// Converts the events of a session to a trace in Chrome's JSON format, which Perfetto opens.
///
/// Each store is a process with one track for its actions and one for the starts of its effects.
/// Effects overlap, so their lifetimes are asynchronous events, which Perfetto shows in lanes. Flow
/// arrows lead from an action to the effects that it started, and on to the actions that these sent.
///
/// Times are virtual, in microseconds. Events of the same time are 1 ns apart, in their order, so
/// that none hides another.
struct TraceExport {
  private var records: [TraceRecord] = []
  private var flows: [Flow] = []
  /// The effects in flight, by store and number.
  private var runningEffects: [EffectKey: Effect] = [:]
  /// The steps of each store.
  private var steps: [Int: [Step]] = [:]
  /// The record at which each effect started.
  private var starts: [EffectKey: Int] = [:]
  private var lastTimes: [Int: Int] = [:]

  private struct EffectKey: Hashable {
    var store: Int
    var number: Int

    var id: String { "s\(store)e\(number)" }
  }

  private struct Effect {
    var name: String
    /// The name of the suspension that is open.
    var suspension: String?
  }

  private struct Step {
    /// The index of its record.
    var record: Int
    var time: Int
    /// The last effect that had started before.
    var effectsBefore: Int
    /// The effect that sent the action.
    var effect: Int?
  }

  /// An arrow through records, given by their indexes.
  private struct Flow {
    var id: String
    var name: String
    var records: [Int]
  }

  /// Consumes an event of a timeline. Some kinds have no part in a trace.
  mutating func consume(_ event: JSONValue) {
    guard let store = event["store"]?.int else { return }
    switch event["event"]?.string {
    case "store": open(store, named: event["name"]?.string ?? "")
    case "step": step(event, store)
    case "effect": effect(event, store)
    case "call": instant(event["call"]?.string ?? "", "call", event, store)
    case "answer": instant("answer \(event["call"]?.string ?? "")", "call", event, store)
    case "travel": instant("travel", "travel", event, store)
    default: break
    }
  }

  /// Returns the whole trace, with a final newline.
  mutating func text() -> String {
    let open = runningEffects.sorted {
      ($0.key.store, $0.key.number) < ($1.key.store, $1.key.number)
    }
    for (key, effect) in open { close(key, effect, at: lastTimes[key.store] ?? 0, "running", nil) }
    runningEffects = [:]
    addFlows()
    let whole: JSONValue = [
      "displayTimeUnit": "ms", "otherData": ["clock": "virtual"],
      "traceEvents": .array(
        TraceRecord.json(of: records, flows.map { ($0.id, $0.name, $0.records) })),
    ]
    return whole.text + "\n"
  }

  private mutating func open(_ store: Int, named name: String) {
    for (kind, thread, name) in [
      ("process_name", 1, name), ("thread_name", 1, "actions"), ("thread_name", 2, "effect starts"),
    ] {
      records.append(TraceRecord(metadata: kind, name: name, store: store, thread: thread))
    }
  }

  private mutating func step(_ event: JSONValue, _ store: Int) {
    let time = time(of: event, store)
    steps[store, default: []].append(
      Step(
        record: records.count, time: time, effectsBefore: event["effectsBefore"]?.int ?? 0,
        effect: event["effect"]?.int))
    add(
      "X", event["command"]?.string ?? "", "action", time, store,
      arguments: ["line": event["line"], "cause": event["cause"], "action": event["action"]])
  }

  private mutating func effect(_ event: JSONValue, _ store: Int) {
    let time = time(of: event, store)
    let key = EffectKey(store: store, number: event["effect"]?.int ?? 0)
    switch event["kind"]?.string {
    case "started":
      let name = "#\(key.number) \(event["name"]?.string ?? "run")"
      runningEffects[key] = Effect(name: name)
      starts[key] = records.count
      add("X", name, "effect start", time, store, thread: 2, arguments: ["line": event["line"]])
      add(
        "b", name, "effect", time, store, id: key.id,
        arguments: [
          "line": event["line"], "origin": event["origin"], "location": event["location"],
        ])
    case "suspended":
      guard var effect = runningEffects[key] else { return }
      if let open = effect.suspension { add("e", open, "effect", time, store, id: key.id) }
      let name = event["waitsFor"]?.string.map { "waits for \($0)" } ?? event["status"]?.string
      effect.suspension = name
      runningEffects[key] = effect
      add(
        "b", name ?? "", "effect", time, store, id: key.id,
        arguments: ["line": event["line"], "until": event["until"]])
    case let kind?:
      // A cancelled effect also finishes, a little later. The first event counts.
      guard let effect = runningEffects.removeValue(forKey: key) else { return }
      close(key, effect, at: time, kind, event["line"])
    case nil: break
    }
  }

  private mutating func close(
    _ key: EffectKey, _ effect: Effect, at time: Int, _ outcome: String, _ line: JSONValue?
  ) {
    if let open = effect.suspension { add("e", open, "effect", time, key.store, id: key.id) }
    add(
      "e", effect.name, "effect", time, key.store, id: key.id,
      arguments: ["line": line, "outcome": .string(outcome)])
  }

  private mutating func instant(
    _ name: String, _ category: String, _ event: JSONValue, _ store: Int
  ) {
    add(
      "i", name, category, time(of: event, store), store,
      arguments: ["line": event["line"], "answer": event["answer"]])
  }

  // MARK: Arrows

  /// Adds an arrow from each action through each effect that it started to the actions that the
  /// effect sent.
  private mutating func addFlows() {
    for (key, start) in starts.sorted(by: { $0.value < $1.value }) {
      let name = "#\(key.number)"
      let steps = steps[key.store] ?? []
      // The last action that had fewer effects before it.
      let origin = steps.last { $0.effectsBefore < key.number && $0.time <= records[start].time }
      let origins = (origin.map { [$0.record] } ?? []) + [start]
      let responses = steps.filter { $0.effect == key.number }
      for (index, response) in responses.enumerated() {
        flows.append(
          Flow(
            id: "\(key.id)r\(index)", name: name, records: inTime(origins + [response.record])))
      }
      if responses.isEmpty, origins.count > 1 {
        flows.append(Flow(id: key.id, name: name, records: inTime(origins)))
      }
    }
  }

  /// Returns records in the order of their times: a script may assert an action after what the
  /// action caused.
  private func inTime(_ indexes: [Int]) -> [Int] {
    indexes.sorted { (records[$0].time, $0) < (records[$1].time, $1) }
  }

  // MARK: Records

  private mutating func add(
    _ phase: String, _ name: String, _ category: String, _ time: Int, _ store: Int,
    thread: Int = 1, id: String? = nil, arguments: KeyValuePairs<String, JSONValue?> = [:]
  ) {
    records.append(
      TraceRecord(
        phase: phase, name: name, category: category, time: time, store: store, thread: thread,
        id: id,
        arguments: arguments.compactMap { key, value in value.map { JSONValue.Member(key, $0) } }))
  }

  private mutating func time(of event: JSONValue, _ store: Int) -> Int {
    let time = event["time"]?.int ?? lastTimes[store] ?? 0
    lastTimes[store] = max(lastTimes[store] ?? 0, time)
    return time
  }
}
