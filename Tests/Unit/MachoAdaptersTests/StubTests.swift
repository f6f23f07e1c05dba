import Composable
import MachoAdapters
import MachoSessions
import Testing

@Suite struct StubTests {
  @Test func `A stream produces its elements in virtual time, and ends or throws`() {
    let session = station()
    #expect(
      session.passes(
        #"stub station.waves(1) -> stream "a", then "b" after 2s, throws error("storm")"#,
        "send tune(1)", #"receive heard("a")"#, "advance 1s"))
    #expect(session.code("receive heard") == "not-received")
    #expect(
      session.passes(
        "advance 1s", #"receive heard("b")"#, #"receive lost("storm")"#, "finish"))
  }

  @Test func `'answer' feeds pending streams in any order`() {
    let session = station()
    #expect(
      session.passes(
        #"stub station.waves(_) -> stream "x", pending"#, "send tune(1)", #"receive heard("x")"#,
        "send tune(2)", #"receive heard("x")"#, #"answer station.waves(2) -> "of 2""#,
        #"receive heard("of 2")"#, #"answer station.waves(_) -> "of 1""#, #"receive heard("of 1")"#,
        #"answer station.waves #2 throws error("gone")"#, #"receive lost("gone")"#))
    #expect(session.code("finish") == "running-effects")
    #expect(session.passes("answer station.waves finished", "receive ended", "finish"))
    #expect(session.code("answer station.waves finished") == "no-pending-call")
  }

  @Test func `Each call can return another stream, and the last one repeats`() {
    let session = station()
    #expect(
      session.passes(
        #"stub station.waves -> stream, then stream "second""#, "send tune(1)", "receive ended",
        "send tune(1)", #"receive heard("second")"#, "receive ended", "send tune(1)",
        #"receive heard("second")"#, "receive ended", "finish"))
  }

  @Test func `A stream without a stub fails with its name, and a cancelled one is removed`() {
    let session = station()
    let failure = session.run("send tune(7)").failure
    #expect(failure?.code == "unstubbed")
    #expect(failure?.identity == "station.waves")
    #expect(
      failure?.notes == [
        #"stub it first:  stub station.waves(7) -> stream "...""#,
        #"or answer now:  answer station.waves(7) -> "...""#,
      ])
    #expect(session.passes("send off", "finish"))
    #expect(session.code(#"answer station.waves -> "late""#) == "no-pending-call")
  }

  @Test(arguments: [
    (#"stub station.waves -> "a""#, "usage"), ("stub station.waves -> stream 1", "wrong-type"),
    (#"stub station.waves -> stream throws error("x"), "a""#, "usage"),
    (#"stub station.waves -> stream "a" after -1s"#, "out-of-range"),
    ("stub station.waves(\"x\") pending", "wrong-type"), ("stub random -> seed x", "wrong-type"),
    ("answer station.waves #0 -> 1", "usage"), ("stub station.waves #2 pending", "usage"),
    ("stub station.name -> stream \"a\"", "usage"), ("stub station.name pending", "not-supported"),
    ("stub station.name finished", "usage"),
  ])
  func `A response that does not fit the endpoint fails`(line: String, code: String) {
    let found = station().code(line)
    // A bare word instead of a string is an unknown case or of the wrong type.
    #expect(found == code || code == "no-such-case" && found == "wrong-type", "\(line)")
  }

  @Test func `Equal seeds produce equal numbers, and different seeds different ones`() {
    func rolls(_ seed: Int) -> [Int] {
      let session = station()
      _ = session.passes("stub random -> seed \(seed)", "send roll", "send roll", "send roll")
      guard
        case .value(let text)? = session.run("expect rolls.count == 3").failure.map({ _ in
          Event.value("")
        }) ?? session.run("state").events.first
      else { return [] }
      return text.split { !$0.isNumber }.compactMap { Int($0) }
    }
    #expect(rolls(7) == rolls(7))
    #expect(rolls(7) != rolls(8))
    #expect(station().code("send roll") == "unstubbed")
  }

  @Test
  func `Key paths and setters register synchronous endpoints and many arguments`() {
    let session = station()
    #expect(
      session.passes(
        #"stub station.name -> "Radio""#, #"stub station.mix(1, _, true, "d") -> "mixed""#,
        "send ask", #"receive heard("Radio: mixed")"#, "finish"))
  }
}

@Suite struct UnobservedEndpointTests {
  @Test func `A live store warns of endpoints whose real calls cannot be read`() throws {
    let session = station(in: .live)
    let opening = session.run("feature radio")
    #expect(
      opening.events.contains(
        .unobserved(endpoints: ["station.mix"], areAsyncStreams: false)))
    #expect(!station().run("feature radio").events.contains { isUnobserved($0) })
  }

  private func isUnobserved(_ event: Event) -> Bool {
    if case .unobserved = event { true } else { false }
  }
}

/// A feature with the kinds of endpoints that the stopwatch does not have.
private struct Radio: Reducer {
  struct State: Equatable {
    var heard: [String] = []
    var rolls: [UInt64] = []
  }

  enum Action: Equatable {
    case tune(Int)
    case off
    case heard(String)
    case lost(String)
    case ended
    case roll
    case ask
  }

  @Dependency(\.station) var station
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .tune(let frequency):
        return .run { send in
          for try await wave in station.waves(frequency) { await send(.heard(wave)) }
          await send(.ended)
        } catch: { error, send in
          await send(.lost("\(error)"))
        }
        .cancellable(id: "tuned")
      case .off: return .cancel(id: "tuned")
      case .heard(let wave):
        state.heard.append(wave)
        return .none
      case .lost, .ended: return .none
      case .roll:
        state.rolls.append(withRandomNumberGenerator { $0.next() })
        return .none
      case .ask:
        return .run { send in
          let mixed = try await station.mix(1, 2.5, true, "d")
          await send(.heard("\(station.name()): \(mixed)"))
        }
      }
    }
  }
}

private struct Station: TestDependencyKey, Sendable {
  var waves: @Sendable (_ frequency: Int) -> AsyncThrowingStream<String, any Error>
  var name: @Sendable () -> String
  var mix: @Sendable (Int, Double, Bool, String) async throws -> String

  static let testValue = Station(
    waves: { _ in AsyncThrowingStream { $0.finish() } }, name: { "" }, mix: { _, _, _, _ in "" })
}

extension DependencyValues {
  fileprivate var station: Station {
    get { self[Station.self] }
    set { self[Station.self] = newValue }
  }
}

private func station(in context: ContextChoice = .test) -> Session {
  let feature = Feature(
    "radio", start: Radio.State(),
    stubs: [
      Stub("station.waves", \.station.waves), Stub("station.name", placeholder: "", \.station.name),
      Stub("station.mix") { $0.station.mix = $1 },
    ]
  ) {
    Radio()
  }
  let session = Session(catalog: [feature], receiveMode: .onReceive, context: context)
  _ = session.run("feature radio")
  return session
}
