import Composable
import MachoArchitectures

/// The display of a stopwatch.
struct StopwatchScreen: Equatable, Sendable {
  var seconds = 0
  var isRunning = false
  var laps: [Int] = []
}

/// A stopwatch as a view model. Its timer changes the output, without any input.
final class StopwatchViewModel: ViewModel, Sendable {
  enum Input: Equatable, Sendable {
    case startButtonTapped
    case stopButtonTapped
    case lapButtonTapped
  }

  let output: Observed<StopwatchScreen>
  private let tasks: TaskRunner
  private let services = Services()

  /// A struct, because a `Sendable` class cannot have properties with wrappers.
  private struct Services: Sendable {
    @Dependency(\.continuousClock) var clock
  }

  init(_ screen: StopwatchScreen, tasks: TaskRunner) {
    output = Observed(screen)
    self.tasks = tasks
  }

  func send(_ input: Input) {
    switch input {
    case .startButtonTapped:
      output.update { $0.isRunning = true }
      tasks.start("timer", replacing: true) { [self] in
        for await _ in services.clock.timer(interval: .seconds(1)) {
          output.update { $0.seconds += 1 }
        }
      }
    case .stopButtonTapped:
      output.update { $0.isRunning = false }
      tasks.cancel("timer")
    case .lapButtonTapped:
      output.update { $0.laps.append($0.seconds) }
    }
  }
}
