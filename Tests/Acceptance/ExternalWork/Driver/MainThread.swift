import Composable
import Dispatch
import Foundation
import MachoArchitectures

/// Effects that hand work to the main queue or to the main run loop.
struct MainThread: Reducer {
  struct State: Equatable {
    var ended: [String] = []
  }

  enum Action: Equatable {
    case start(Work)
    case ended(String)
  }

  enum Work: String, Sendable {
    case queue, queueAfter, queueFunction, operation, timer, perform, threadAndBack, source, notify
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .start(let work):
        return .run { send in
          await perform(work)
          await send(.ended(work.rawValue))
        }
      case .ended(let name):
        state.ended.append(name)
        return .none
      }
    }
  }

  private func perform(_ work: Work) async {
    await withCheckedContinuation { continuation in
      switch work {
      case .queue:
        DispatchQueue.main.async {
          dispatchPrecondition(condition: .onQueue(.main))
          continuation.resume()
        }
      case .queueAfter:
        DispatchQueue.main.asyncAfter(deadline: .now() + 0.01) { continuation.resume() }
      case .queueFunction:
        let item = DispatchWorkItem { continuation.resume() }
        DispatchQueue.main.async(execute: item)
      case .operation: OperationQueue.main.addOperation { continuation.resume() }
      case .timer:
        RunLoop.main.add(
          Timer(fire: .now + 0.01, interval: 0, repeats: false) { _ in continuation.resume() },
          forMode: .common)
      case .perform: RunLoop.main.perform { continuation.resume() }
      case .threadAndBack:
        DispatchQueue(label: "worker").async {
          let number = DispatchQueue.main.sync { 1 }
          DispatchQueue.main.async {
            precondition(number == 1)
            continuation.resume()
          }
        }
      case .source:
        let source = DispatchSource.makeTimerSource(queue: .main)
        source.schedule(deadline: .now())
        source.setEventHandler {
          source.cancel()
          continuation.resume()
        }
        source.resume()
      case .notify:
        let group = DispatchGroup()
        group.notify(queue: .main) { continuation.resume() }
      }
    }
  }
}

/// A view model that changes its output in blocks of the main queue.
final class MainThreadViewModel: ViewModel {
  struct Output: Equatable, Sendable {
    var count = 0
  }

  enum Input: Equatable, Sendable {
    case increment
    case incrementLater
  }

  let output: Observed<Output>

  init(_ output: Output) { self.output = Observed(output) }

  func send(_ input: Input) {
    let output = output
    switch input {
    case .increment: DispatchQueue.main.async { output.update { $0.count += 1 } }
    case .incrementLater:
      DispatchQueue.global().async {
        DispatchQueue.main.async { output.update { $0.count += 1 } }
      }
    }
  }
}
