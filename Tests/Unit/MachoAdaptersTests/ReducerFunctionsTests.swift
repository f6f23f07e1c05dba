import Composable
import Testing

@testable import MachoAdapters

struct DebuggedParent: Reducer {
  struct State: Equatable { var child = DebuggedChild.State() }

  enum Action: Equatable {
    case child(DebuggedChild.Action)
    case reload
  }

  var body: some ReducerOf<Self> {
    Reduce { _, _ in .none }
  }
}

struct DebuggedChild: Reducer {
  struct State: Equatable { var count = 0 }

  enum Action: Equatable { case add(Int) }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }
}

@Suite struct `The functions of reducers` {
  @Test func `are closures and methods with the action of the reducer`() {
    let action = "App.Counter.Action"
    let closure =
      "closure #1 (inout App.Counter.State, App.Counter.Action) -> Composable.Effect<App.Counter.Action>"
    let method =
      "reduce(into: inout App.Counter.State, action: App.Counter.Action) -> Composable.Effect<App.Counter.Action>"
    #expect(ReducerFunctions.reduces("\(closure) in App.Counter.body.getter : some", action))
    #expect(ReducerFunctions.reduces("App.Counter.\(method)", action))
    for other in [
      "partial apply forwarder for \(closure) in App.Counter.body.getter : some",
      "closure #1 @Sendable (Composable.Send<\(action)>) async -> () in \(closure) in App.Counter.body",
      "protocol witness for Composable.Reducer.\(method) in conformance App.Counter",
      "App.Counter.body.getter : some",
    ] {
      #expect(!ReducerFunctions.reduces(other, action))
    }
    #expect(!ReducerFunctions.reduces("\(closure) in App.Counter.body", "App.Other.Action"))
  }

  #if MACHO_LINUX && DEBUG
    @Test func `are those of the child whose action it is`() {
      let parent = ReducerFunctions.names(reducing: DebuggedParent.Action.reload)
      #expect(parent.count == 1)
      #expect(parent.first?.contains("DebuggedParentV4body") == true)
      let child = ReducerFunctions.names(reducing: DebuggedParent.Action.child(.add(1)))
      #expect(child.count == 1)
      #expect(child.first?.contains("DebuggedChildV6reduce") == true)
    }
  #endif

  @Test func `do not exist for other values`() {
    #expect(ReducerFunctions.names(reducing: 3).isEmpty)
  }
}
