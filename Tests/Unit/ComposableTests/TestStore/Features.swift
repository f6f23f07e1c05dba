@testable import Composable

/// A counter that fetches a fact about its number.
struct Facts: Reducer {
  struct State: Equatable {
    var count = 0
    var fact: String?
  }

  enum Action: Equatable {
    case countUp
    case nothing
    case ask
    case twice
    case fact(String)
    case late(String)
    case cancel
  }

  var fact: @Sendable (Int) async throws -> String = { "\($0)" }

  /// The call site of the effect of `ask`.
  static let askCallSite = "ComposableTests/Features.swift:\(#line + 11)"

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .countUp:
      state.count += 1
      return .none
    case .nothing:
      return .none
    case .ask:
      // The call site in messages about the running effect.
      return .run { [count = state.count] in await $0(.fact(try await fact(count))) }
        .cancellable(id: "ask")
    case .twice:
      return .run { [count = state.count] send in
        await send(.fact(try await fact(count)))
        await send(.late(try await fact(count)))
      }
    case .fact(let fact), .late(let fact):
      state.fact = fact
      return .none
    case .cancel:
      return .cancel(id: "ask")
    }
  }
}

extension Facts.Action: CasePathable {
  struct AllCasePaths: Sendable {
    var countUp: AnyCasePath<Facts.Action, Void> { AnyCasePath(Facts.Action.countUp) }
    var ask: AnyCasePath<Facts.Action, Void> { AnyCasePath(Facts.Action.ask) }
    var fact: AnyCasePath<Facts.Action, String> { AnyCasePath(Facts.Action.fact) }
    var late: AnyCasePath<Facts.Action, String> { AnyCasePath(Facts.Action.late) }
  }

  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

@MainActor
func factsStore(
  fact: @escaping @Sendable (Int) async throws -> String = { "\($0)" },
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> TestStoreOf<Facts> {
  TestStore(
    initialState: Facts.State(), reducer: { Facts(fact: fact) }, fileID: fileID,
    filePath: filePath, line: line, column: column)
}
