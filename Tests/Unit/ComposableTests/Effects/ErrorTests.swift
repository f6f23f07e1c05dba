import IssueReporting
import Testing

@testable import Composable

private struct Offline: Error {}

@Suite struct ErrorTests {
  @Test func `An error without a catch is an issue at the call site of the run`() {
    let harness = StoreHarness<Int, String> { _ in .run { _ in throw Offline() } }
    let issues = issues {
      harness.send("go")
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("threw an unhandled error") == true)
    #expect(issues.first?.file == "ComposableTests/ErrorTests.swift")
    #expect(harness.events == ["started 1", "failed 1 Offline()"])
    #expect(harness.core.effects.isEmpty)
  }

  @Test func `A catch receives the error and may send`() {
    let harness = StoreHarness<Int, String> {
      guard $0 == "go" else { return .none }
      return .run { _ in
        throw Offline()
      } catch: { error, send in
        await send("\(error)")
      }
    }
    harness.send("go")
    #expect(harness.actions == ["go", "Offline()"])
  }

  @Test func `A cancellation error ends the effect silently, also with a catch`() {
    let harness = StoreHarness<Int, String> { _ in
      .merge(
        .run { _ in throw CancellationError() },
        .run { _ in
          throw CancellationError()
        } catch: { _, send in
          await send("caught")
        })
    }
    harness.send("go")
    #expect(harness.actions == ["go"])
    #expect(harness.events == ["started 1", "started 2", "finished 1", "finished 2"])
  }

  @Test func `An action sent after the effect has finished is an issue`() {
    let later = Signal()
    let executor = StoreExecutor()
    let core = StoreCore<[String], String>(
      initialState: [], executor: executor,
      reducer: Reduce { state, action in
        state.append(action)
        guard action == "go" else { return .none }
        return .run { send in
          Task(executorPreference: executor) {
            await later.wait()
            await send("late")
          }
        }
      })
    let issues = issues {
      core.send("go")
      executor.drain()
      #expect(core.effects.isEmpty)
      later.signal()
      executor.drain()
    }
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("completed effect") == true)
    #expect(core.state == ["go", "late"])
  }
}
