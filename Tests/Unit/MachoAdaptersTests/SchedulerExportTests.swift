import Composable
import Foundation
import MachoAdapters
import MachoScripting
import Testing

@Suite struct SchedulerExportTests {
  @Test func `An exported test sets the schedulers that the feature uses`() throws {
    let text = try exportedTest(of: "send type")
    #expect(text.contains("$0.continuousClock = clock"))
    #expect(text.contains("$0.mainQueue = .synchronized(with: clock)"))
    #expect(!text.contains("mainRunLoop"))
    #expect(text.contains("await clock.advance(by: .milliseconds(300))"))
  }

  @Test func `Other clocks need no schedulers`() throws {
    let text = try exportedTest(of: "send wait")
    #expect(text.contains("$0.continuousClock = clock"))
    #expect(!text.contains("synchronized"))
  }

  private func exportedTest(of line: String) throws -> String {
    let script = "feature typing\n\(line)\nadvance 300ms\nreceive search\n"
    let feature = Feature("typing", start: Typing.State()) { Typing() }
    return try ScriptExport(
      try ScriptParser.parse(script), path: "typing.macho", name: "typing", catalog: [feature],
      environment: [:]
    ).text(as: .swift)
  }
}

/// A feature that debounces with a scheduler, or sleeps on a clock.
struct Typing: Reducer {
  struct State: Equatable { var searches = 0 }

  enum Action: Equatable { case type, wait, search }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.mainQueue) var mainQueue

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .type:
      return .send(.search).debounce(id: "typing", for: .milliseconds(300), scheduler: mainQueue)
    case .wait:
      return .run { send in
        try await clock.sleep(for: .milliseconds(300))
        await send(.search)
      }
    case .search:
      state.searches += 1
      return .none
    }
  }
}
