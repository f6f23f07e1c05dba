import Composable
import MachoSessions
import Testing

@testable import MachoAdapters

private struct Forecast: DependencyKey {
  var today: @Sendable () async throws -> String

  static let liveValue = Forecast { "live" }
  static let previewValue = Forecast { "preview" }
  static let testValue = Forecast { "test" }
}

extension DependencyValues {
  fileprivate var forecast: Forecast {
    get { self[Forecast.self] }
    set { self[Forecast.self] = newValue }
  }
}

private struct Weather: Reducer {
  struct State: Equatable {
    var text = ""
  }

  enum Action {
    case asked
    case told(String)
  }

  @Dependency(\.forecast) var forecast

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .asked:
        return .run { [forecast] send in
          do { await send(.told(try await forecast.today())) } catch {
            await send(.told("\(error)"))
          }
        }
      case .told(let text):
        state.text = text
        return .none
      }
    }
  }
}

private struct Offline: Error {}

/// The example of `Presets`, with a stub and an override for all contexts.
private let weather = Feature(
  "weather", start: Weather.State(),
  stubs: [Stub("forecast.today", \.forecast.today)],
  dependencies: { $0.forecast.today = { "own" } },
  presets: [
    "sunny": { $0.forecast.today = { "sunny" } },
    "offline": { $0.forecast.today = { throw Offline() } },
  ],
  reducer: { Weather() })

@Suite struct `A preset` {
  private func session(_ context: ContextChoice? = nil) -> Session {
    Session(catalog: [weather], receiveMode: .onReceive, context: context)
  }

  /// Runs lines, which must succeed, and then asks for the forecast.
  private func forecast(_ session: Session, after lines: String...) -> String? {
    for line in lines + ["send asked", "receive told"] {
      let outcome = session.run(line)
      #expect(outcome.failure == nil, "\(line): \(outcome.failure?.message ?? "")")
    }
    return (session.scriptState?.value as? Weather.State)?.text
  }

  @Test func `replaces preview values, after the feature's own dependencies`() {
    #expect(forecast(session(), after: "context preview", "feature weather") == "own")
    let sunny = #"context preview "sunny""#
    #expect(forecast(session(), after: sunny, "feature weather") == "sunny")
    #expect(forecast(session(), after: "feature weather", sunny) == "sunny")
    #expect(
      forecast(session(), after: #"context preview "offline""#, "feature weather") == "Offline()")
  }

  @Test func `is below the stubs of a script`() {
    let stubbed = forecast(
      session(), after: #"context preview "sunny""#, "feature weather",
      #"stub forecast.today -> "rain""#)
    #expect(stubbed == "rain")
  }

  @Test func `lasts until another context is chosen`() {
    let session = session(ContextChoice(.preview, preset: "sunny"))
    #expect(forecast(session, after: "feature weather") == "sunny")
    #expect(forecast(session, after: "start") == "sunny")
    #expect(forecast(session, after: "reset") == "sunny")
    #expect(session.openContext?.text == #"preview "sunny""#)
    #expect(forecast(session, after: "context preview") == "own")
  }

  @Test func `must be one of the feature`() throws {
    let session = session()
    #expect(session.run("feature weather").failure == nil)
    let failure = try #require(session.run(#"context preview "suny""#).failure)
    #expect(failure.code == "no-such-preset")
    #expect(failure.range == 8..<22)
    #expect(failure.candidates == [#""sunny""#])
    #expect(failure.notes == [#"presets:  context preview "sunny", context preview "offline""#])
    #expect(session.openContext == .test)
    let opening = self.session(ContextChoice(.preview, preset: "x")).run("feature weather")
    #expect(opening.failure?.code == "no-such-preset")
    #expect(opening.failure?.range == 8..<15)
    // A transcript chooses the preset above the line that fails.
    #expect(opening.impliedContext == ContextChoice(.preview, preset: "x"))
  }

  @Test(arguments: [
    #"context test "sunny""#, #"context live "sunny""#, "context preview sunny",
    #"context preview "sunny" more"#, "context foo",
  ])
  func `is only of a preview, in quotes`(line: String) {
    #expect(session().run(line).failure?.range != nil)
  }

  @Test func `is completed`() {
    let session = session()
    let line = #"context preview "o"#
    #expect(
      session.completions(of: line, at: line.utf8.count).map(\.text) == [
        #"preview "offline""#
      ])
    #expect(session.completions(of: "context ", at: 8).map(\.text).contains(#"preview "sunny""#))
  }

  @Test(arguments: ["preview", "test", "live", #"preview "a \"b\"""#])
  func `round-trips as text`(text: String) throws {
    #expect(try ContextChoice(parsing: text).text == text)
  }
}
