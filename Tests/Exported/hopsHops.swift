// swift-format-ignore-file
// hopsHops, as a test of a TestStore: written by 'export swift'.

import Composable
import Testing

@testable import hops

@MainActor
@Test func hopsHops() async {
  // Whatever hops here, the order is one and the same.
  let store = TestStore(initialState: Hops.State(log: [])) {
    Hops()
  }
  await store.send(.start)
  await store.receive(.logged("child 0")) { $0.log = ["child 0"] }
  await store.receive(.logged("child 1")) { $0.log.append("child 1") }
  await store.receive(.logged("child 2")) { $0.log.append("child 2") }
  await store.receive(.logged("stream 0")) { $0.log.append("stream 0") }
  await store.receive(.logged("stream 1")) { $0.log.append("stream 1") }
  await store.receive(.logged("main actor 80")) { $0.log.append("main actor 80") }
  await store.receive(.logged("actors 0: 1 1")) { $0.log.append("actors 0: 1 1") }
  await store.receive(.logged("stream 2")) { $0.log.append("stream 2") }
  await store.receive(.logged("actors 1: 2 2")) { $0.log.append("actors 1: 2 2") }
  #expect(store.state.log.count == 9)
  await store.finish()
}
