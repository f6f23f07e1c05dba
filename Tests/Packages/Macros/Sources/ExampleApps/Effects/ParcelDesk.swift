import ComposableArchitecture
import Foundation

/// A desk that finds parcels by their code. It hints while one types, and looks up after a pause.
@Reducer
public struct ParcelDesk: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var checkedAt: Date?
    public var code = ""
    public var hints: [String] = []
    public var isLoading = false
    public var parcel: Parcel?
    public var problem: String?
    public var scans: [String] = []

    public init() {}
  }

  public enum Action {
    case cancelButtonTapped
    case codeChanged(String)
    case hinted([String])
    case located(Result<Parcel, any Error>)
    case pulledToRefresh
    case scanAccepted(String)
    case scanned(String)
    case typingPaused
  }

  private enum CancelID {
    case hints
    case lookUp
    case scan
    case typing
  }

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date) private var date
  @Dependency(\.mainQueue) private var mainQueue
  @Dependency(\.parcels) private var parcels

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        state.isLoading = false
        return .cancel(id: CancelID.lookUp)
      case .codeChanged(let code):
        state.code = code
        guard !code.isEmpty else {
          state = State()
          return .merge(
            .cancel(id: CancelID.hints), .cancel(id: CancelID.lookUp), .cancel(id: CancelID.typing))
        }
        return .merge(
          hint(code),
          .send(.typingPaused)
            .debounce(id: CancelID.typing, for: .milliseconds(800), scheduler: mainQueue))
      case .hinted(let hints):
        state.hints = hints
        return .none
      case .located(.failure(let error)):
        state.isLoading = false
        state.problem = "\(error)"
        return .none
      case .located(.success(let parcel)):
        state.checkedAt = date()
        state.isLoading = false
        state.parcel = parcel
        return .none
      case .pulledToRefresh, .typingPaused:
        guard !state.code.isEmpty else { return .none }
        state.isLoading = true
        state.problem = nil
        return .run { [code = state.code] send in
          let result = await Result {
            try await withRetries(3, pause: .seconds(1), clock) {
              try await withDeadline(.seconds(10), clock) { try await parcels.locate(code: code) }
            }
          }
          await send(.located(result), animation: .default)
        }
        .cancellable(id: CancelID.lookUp, cancelInFlight: true)
      case .scanAccepted(let code):
        state.scans.append(code)
        return .run { _ in await parcels.reportScan(code: code) }
      case .scanned(let code):
        // A scanner reads a label many times a second.
        return .send(.scanAccepted(code))
          .throttle(id: CancelID.scan, for: .seconds(1), scheduler: mainQueue, latest: true)
      }
    }
  }

  /// Asks for hints after a short pause. A failure, or a code that is complete, has none.
  private func hint(_ code: String) -> Effect<Action> {
    .run { send in
      try await clock.sleep(for: .milliseconds(200))
      guard code.count < 8 else { throw CancellationError() }
      let hints = try await parcels.hints(prefix: code)
      await send(.hinted(hints.filter { $0.hasPrefix(code) }.map { $0.uppercased() }))
    } catch: { _, send in
      await send(.hinted([]))
    }
    .cancellable(id: CancelID.hints, cancelInFlight: true)
  }
}
