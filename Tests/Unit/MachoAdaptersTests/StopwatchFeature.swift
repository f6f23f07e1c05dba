import Composable
import Foundation
import IssueReporting
import MachoAdapters
import MachoSessions

/// A feature for adapter tests: virtual time, stubs of each kind, cancellation, synchronous effects
/// and issues.
struct Stopwatch: Reducer {
  struct State: Equatable {
    var ticks = 0
    var note: String?
    var ids: [UUID] = []

    var isRunning: Bool { ticks > 0 }
  }

  enum Action {
    case start
    case stop
    case ticked
    case save
    case saved(Result<String, any Error>)
    case rate
    case rated(Int)
    case stamp
    case chain
    case complain
    case fail
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.archive) var archive
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .run { send in
          while true {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
        .cancellable(id: "ticking", cancelInFlight: true)
      case .stop: return .cancel(id: "ticking")
      case .ticked:
        state.ticks += 1
        return .none
      case .save:
        return .run { [ticks = state.ticks] send in
          await send(.saved(.success(try await archive.save("stopwatch", ticks))))
        } catch: { error, send in
          await send(.saved(.failure(error)))
        }
      case .saved(.success(let note)):
        state.note = note
        return .none
      case .saved(.failure(let error)):
        state.note = "not saved: \(error)"
        return .none
      case .rate: return .run { send in await send(.rated(await archive.rate())) }
      case .rated(let rate):
        state.ticks = rate
        return .none
      case .stamp:
        state.ids.append(uuid())
        return .none
      case .chain: return .send(.ticked)
      case .complain:
        reportIssue("the stopwatch is tired")
        return .none
      case .fail: return .run { _ in throw TooSlow() }
      }
    }
  }
}

struct TooSlow: Error {}

struct Archive: Sendable {
  var save: @Sendable (_ name: String, _ ticks: Int) async throws -> String
  var rate: @Sendable () async -> Int
}

extension Archive: DependencyKey {
  static let liveValue = Archive(save: { "\($0) \($1)" }, rate: { 1 })
  static let previewValue = Archive(save: { "preview of \($0), \($1)" }, rate: { 2 })
}

extension DependencyValues {
  var archive: Archive {
    get { self[Archive.self] }
    set { self[Archive.self] = newValue }
  }
}

/// A session with the stopwatch open.
func stopwatch(
  receiveMode: Session.ReceiveMode = .onReceive, context: ContextChoice = .test
) -> Session {
  let feature = Feature(
    "stopwatch", start: Stopwatch.State(),
    stubs: [
      Stub("archive.save") { $0.archive.save = $1 },
      Stub(nonthrowing: "archive.rate", placeholder: 0) { $0.archive.rate = $1 },
    ],
    computed: [Computed("isRunning", \.isRunning)]
  ) {
    Stopwatch()
  }
  let session = Session(catalog: [feature], receiveMode: receiveMode, context: context)
  _ = session.run("feature stopwatch")
  return session
}
