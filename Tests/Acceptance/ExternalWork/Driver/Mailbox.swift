import Composable
import MachoArchitectures
import MachoKit

/// The state of the mailbox feature.
struct MailboxScreen: Equatable, Sendable {
  var letters: [String] = []
  var isAsking = false
}

/// A view model that sends requests to a real server and sleeps in real time.
final class Mailbox: ViewModel, Sendable {
  enum Input: Equatable, Sendable {
    case get(String)
    /// Sends a request after some milliseconds. Replaces a pending one.
    case getLater(String, Int)
    /// Sends a request that `stop` cancels.
    case start(String)
    case stop
    case forget
  }

  private struct Services: Sendable {
    @Dependency(\.web) var web
    @Dependency(\.continuousClock) var clock
  }

  static let feature = Feature(
    "mailbox", "A view model that calls a real server.", start: MailboxScreen(),
    stubs: [Stub("web.get", \.web.get)]
  ) { screen, tasks in
    Mailbox(screen, tasks: tasks)
  }

  let output: Observed<MailboxScreen>
  private let tasks: TaskRunner
  private let services = Services()

  init(_ screen: MailboxScreen, tasks: TaskRunner) {
    output = Observed(screen)
    self.tasks = tasks
  }

  func send(_ input: Input) {
    switch input {
    case .get(let path):
      output.update { $0.isAsking = true }
      tasks.start { [self] in await ask(path) }
    case .getLater(let path, let milliseconds):
      tasks.start("later", replacing: true) { [self] in
        try await services.clock.sleep(for: .milliseconds(milliseconds))
        await ask(path)
      }
    case .start(let path): tasks.start("later", replacing: true) { [self] in await ask(path) }
    case .stop: tasks.cancel("later")
    case .forget: output.update { $0.letters = [] }
    }
  }

  private func ask(_ path: String) async {
    let letter: String
    do { letter = try await services.web.get(path) } catch { letter = "\(error)" }
    output.update { screen in
      screen.letters.append(letter)
      screen.isAsking = false
    }
  }
}
