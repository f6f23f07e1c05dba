import Composable
import MachoAdapters
import MachoArchitectures
import MachoSessions
import MachoValues
import Testing

private actor Turnstile {
  private var count = 0

  func next() async -> Int {
    count += 1
    await Task.yield()
    return count
  }
}

/// A feature with a planted race: a late response overwrites a newer one.
private struct Race: Reducer {
  struct State: Equatable {
    var latest = 0
    var log: [String] = []
  }

  enum Action {
    case bothTapped
    case response(Int)
    case crowdTapped
    case logged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .bothTapped:
        return .merge((1...2).map { number in .run { send in await send(.response(number)) } })
      case .response(let number):
        state.latest = number
        return .none
      case .crowdTapped: return crowd
      case .logged(let text):
        state.log.append(text)
        return .none
      }
    }
  }

  /// Effects with task groups, two actors and a stream.
  private var crowd: Effect<Action> {
    let (one, two) = (Turnstile(), Turnstile())
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    return .merge(
      (0..<3).map { index in
        .run { send in
          await send(.logged("effect \(index) \(one.next())"))
          await withTaskGroup(of: Int.self) { group in
            for _ in 0..<3 { group.addTask { await two.next() } }
            for await value in group { await send(.logged("group \(index) \(value)")) }
          }
          continuation.yield(index)
          if index == 2 { continuation.finish() }
        }
      } + [
        .run { send in for await value in stream { await send(.logged("stream \(value)")) } }
      ])
  }
}

private func raceSession() -> Session {
  let session = Session(
    catalog: [Feature("race", start: Race.State()) { Race() }], receiveMode: .immediate,
    context: .test)
  #expect(session.passes("feature race"))
  return session
}

private func latest(_ session: Session) -> String? {
  (try? session.value(atPath: "latest")).map { "\($0.value)" }
}

@Suite struct ScheduleTests {
  @Test func `Another order of ready jobs shows a race`() {
    let session = raceSession()
    #expect(session.passes("send bothTapped"))
    #expect(latest(session) == "2")
    #expect(session.passes("schedule 2", "send bothTapped"))
    #expect(latest(session) == "1")
    #expect(session.passes("send bothTapped"))
    #expect(latest(session) == "2")
  }

  @Test func `The choice points name the effects that were ready`() {
    let session = raceSession()
    #expect(session.code("schedule") == "not-supported")
    #expect(session.passes("schedule 2", "send bothTapped"))
    guard case .value(let text)? = session.run("schedule").events.first else {
      Issue.record("no report")
      return
    }
    #expect(
      text == """
        choice 1: 2 of 2
          1  #1 run, from bothTapped
        > 2  #2 run, from bothTapped
        """)
  }

  @Test func `An index without a job fails the line that meets it`() {
    let session = raceSession()
    #expect(session.passes("schedule 3"))
    let failure = session.run("send bothTapped").failure
    #expect(failure?.code == "no-such-job")
    #expect(failure?.message == "choice 1 of the schedule is 3, but 2 jobs are ready")
    #expect(failure?.notes.first == "1: #1 run, from bothTapped")
    #expect(session.passes("send bothTapped"))
  }

  @Test func `A schedule stays in force when a feature is opened, until 'reset all'`() {
    let session = raceSession()
    #expect(session.passes("schedule 2", "feature race", "send bothTapped"))
    #expect(latest(session) == "1")
    #expect(session.passes("schedule 2", "reset all", "feature race", "send bothTapped"))
    #expect(latest(session) == "2")
    #expect(session.code("schedule") == "not-supported")
  }

  @Test(arguments: [
    "schedule 0", "schedule 1 x", "schedule -1", "schedule random", "schedule fifo 2",
  ])
  func `Malformed choices are rejected`(line: String) {
    #expect(raceSession().code(line) == "usage")
  }

  @Test func `A live session has no schedule`() {
    let session = raceSession()
    #expect(session.passes("context live"))
    #expect(session.code("schedule 2") == "not-supported")
  }

  @Test func `A search reports the order in which the race shows`() {
    let plan = SchedulePlan(.depthFirst(bound: 3), count: 100)
    let search = ScheduleSearch<String>(plan) { schedule in
      let session = raceSession()
      session.schedule = schedule
      _ = session.run("send bothTapped")
      return latest(session) == "2" ? nil : latest(session)
    }
    #expect(search.failingOrder?.indices == [2])
    #expect(search.summary.text == "passes in 1 of the 2 orders with at most 3 preemptions")
  }

  @Test func `Groups, actors and streams have one order for each of twelve seeds`() {
    func log(_ seed: UInt64) -> String {
      let session = raceSession()
      #expect(session.passes("schedule random \(seed)", "send crowdTapped"))
      #expect(session.effects.isEmpty)
      return (try? session.value(atPath: "log")).map { "\($0.value)" } ?? ""
    }
    let logs = (1...12).map { log($0) }
    #expect(Set(logs).count > 6)
    #expect((0..<5).allSatisfy { _ in (1...12).map { log($0) } == logs })
  }
}

/// An object that starts two jobs, and cannot restore a state.
private final class Racer: Drivable {
  struct State: Equatable {
    var latest = 0
    var count = 0
  }

  enum Input: Equatable { case both, count }

  private(set) var state = State()
  private let tasks: TaskRunner

  init(_ tasks: TaskRunner) { self.tasks = tasks }

  func send(_ input: Input) {
    switch input {
    case .count: state.count += 1
    case .both:
      // SAFETY: the store runs the tasks on the thread of the object.
      nonisolated(unsafe) let racer = self
      for number in 1...2 { tasks.start { racer.state.latest = number } }
    }
  }
}

@Suite struct ObjectScheduleTests {
  @Test func `A replay of an object repeats the choices`() {
    let session = Session(
      catalog: [
        Feature("racer", start: Racer.State(), receives: Racer.Input.self) { _, context in
          Racer(context.tasks)
        }
      ],
      receiveMode: .immediate, context: .test)
    #expect(
      session.passes(
        "feature racer", "schedule 2", "send both", "expect latest == 1", "send count", "undo",
        "expect latest == 1", "expect count == 0", "redo", "expect latest == 1",
        "expect count == 1",
        "send both", "expect latest == 2"))
  }
}
