import ComposableArchitecture
import SeedHost
import Testing

@preconcurrency @testable import ReSwift

@MainActor
@Suite struct `the document's Redux` {
  @Test func `its app has one store`() {
    let controller = startApp()
    #expect(controller.store === appDelegate.store)
    #expect(controller.store.state.timelineState.tweets.isEmpty)
  }

  @Test func `its middleware prints each action and the states around it`() {
    let printed = LockIsolated<[String]>([])
    let record: @Sendable (String) -> Void = { text in printed.withValue { $0.append(text) } }
    Printing.$record.withValue(record) {
      appStore.dispatch(ForceLogoutAction())
    }
    #expect(printed.value.count == 3)
    #expect(printed.value.first?.contains("ForceLogoutAction") == true)
  }
}
