import Composable

/// Everything that usually makes the order of effects a race: child tasks, actors, a stream fed by
/// an unstructured task, and the main actor.
struct Hops: Reducer {
  struct State: Equatable {
    var log: [String] = []
  }

  enum Action: Equatable {
    case start
    case logged(String)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start:
        return .merge(childTasks(), actors(), stream(), mainActor())
      case .logged(let entry):
        state.log.append(entry)
        return .none
      }
    }
  }

  private func childTasks() -> Effect<Action> {
    .run { send in
      await withTaskGroup(of: Void.self) { group in
        for child in 0..<3 {
          group.addTask {
            await Task.yield()
            await send(.logged("child \(child)"))
          }
        }
      }
    }
  }

  private func actors() -> Effect<Action> {
    .run { send in
      let (left, right) = (Tally(), Tally())
      for round in 0..<2 {
        async let first = left.count()
        async let second = right.count()
        await send(.logged("actors \(round): \(await first) \(await second)"))
      }
    }
  }

  private func stream() -> Effect<Action> {
    .run { send in
      let (stream, continuation) = AsyncStream<Int>.makeStream()
      Task {
        for number in 0..<3 {
          await Task.yield()
          continuation.yield(number)
        }
        continuation.finish()
      }
      for await number in stream { await send(.logged("stream \(number)")) }
    }
  }

  private func mainActor() -> Effect<Action> {
    .run { send in
      let width = await Screen.shared.width
      await send(.logged("main actor \(width)"))
    }
  }
}

private actor Tally {
  private var value = 0

  func count() async -> Int {
    value += 1
    await Task.yield()
    return value
  }
}

@MainActor private final class Screen {
  static let shared = Screen()
  var width = 80
}
