import MachoValues

/// An event of a trace in Chrome's format.
struct TraceRecord {
  private let phase: String
  private let name: String
  private let category: String
  /// The virtual time in nanoseconds.
  let time: Int
  private let store: Int
  private let thread: Int
  /// The ID of an asynchronous event.
  private let id: String?
  private let arguments: [JSONValue.Member]

  init(
    phase: String, name: String, category: String, time: Int, store: Int, thread: Int, id: String?,
    arguments: [JSONValue.Member]
  ) {
    self.phase = phase
    self.name = name
    self.category = category
    self.time = time
    self.store = store
    self.thread = thread
    self.id = id
    self.arguments = arguments
  }

  /// Creates the name of a process or thread.
  init(metadata: String, name: String, store: Int, thread: Int) {
    self.init(
      phase: "M", name: metadata, category: "__metadata", time: 0, store: store, thread: thread,
      id: nil, arguments: [.init("name", .string(name))])
  }

  /// Returns records and arrows as JSON, sorted by time. An arrow leads through the records with
  /// the given indexes.
  static func json(
    of records: [TraceRecord], _ flows: [(id: String, name: String, records: [Int])]
  ) -> [JSONValue] {
    let order = records.indices.sorted { (records[$0].time, $0) < (records[$1].time, $1) }
    var times = records.map(\.time)
    var last: [Int: Int] = [:]
    for index in order where records[index].phase != "M" {
      times[index] = max(times[index], last[records[index].store].map { $0 + 1 } ?? 0)
      last[records[index].store] = times[index]
    }
    var result = order.map { records[$0].json(at: times[$0]) }
    for flow in flows {
      for (position, index) in flow.records.enumerated() {
        let phase = position == 0 ? "s" : position == flow.records.count - 1 ? "f" : "t"
        let record = records[index]
        result.append(
          .object(
            TraceRecord(
              phase: phase, name: flow.name, category: "flow", time: 0, store: record.store,
              thread: record.thread, id: flow.id, arguments: []
            ).members(at: times[index]) + (phase == "f" ? [.init("bp", "e")] : [])))
      }
    }
    return result
  }

  private func json(at time: Int) -> JSONValue {
    var members = members(at: time)
    if phase == "X" { members.append(.init("dur", Self.microseconds(1))) }
    if phase == "i" { members.append(.init("s", "t")) }
    members.append(.init("args", .object(arguments)))
    return .object(members)
  }

  private func members(at time: Int) -> [JSONValue.Member] {
    [
      .init("ph", .string(phase)), .init("name", .string(name)), .init("cat", .string(category)),
      .init("ts", Self.microseconds(time)), .init("pid", .integer(store)),
      .init("tid", .integer(thread)),
    ] + (id.map { [JSONValue.Member("id", .string($0))] } ?? [])
  }

  /// Returns nanoseconds as microseconds.
  private static func microseconds(_ time: Int) -> JSONValue {
    guard time % 1_000 != 0, let number = JSONNumber(Double(time) / 1_000) else {
      return .integer(time / 1_000)
    }
    return .number(number)
  }
}
