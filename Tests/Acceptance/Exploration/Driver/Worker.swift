import Composable
import MachoArchitectures

/// Performs the work of the board with a task runner.
struct Worker: Sendable {
  let tasks: TaskRunner

  /// Starts a job. Passes what it reports to `report`.
  func perform(_ job: Job, _ report: @escaping @Sendable (Message) -> Void) {
    @Dependency(\.board) var service
    @Dependency(\.continuousClock) var clock
    switch job {
    case .load(let item):
      tasks.start("load") { [service] in
        if let value = try? await service.load(item) { report(.loaded(item, value)) }
      }
    case .add(let total):
      tasks.start("add") { [service] in
        try? await service.add(total)
        report(.added(total))
      }
    case .fetch(let number): tasks.start("fetch") { report(.fetched(number)) }
    case .startTimer:
      tasks.start("timer", replacing: true) { [clock] in
        while true {
          try await clock.sleep(for: .seconds(1))
          report(.ticked)
        }
      }
    case .stopTimer: tasks.cancel("timer")
    case .loop: tasks.start("loop") { report(.looped) }
    }
  }
}
