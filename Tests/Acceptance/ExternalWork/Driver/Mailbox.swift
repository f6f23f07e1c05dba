import Composable
import MachoArchitectures
import MachoKit

/// What a courier's mailbox shows.
struct MailboxScreen: Equatable, Sendable {
  var letters: [String] = []
  var isAsking = false
}

/// An object, no reducer, that asks a real server and lets real time pass.
final class Mailbox: ViewModel {
  enum Input: Equatable, Sendable {
    case get(String)
    /// Gets something when so many milliseconds have passed; a later one replaces it.
    case getLater(String, Int)
    case forget
  }

  private struct Services: Sendable {
    @Dependency(\.web) var web
    @Dependency(\.continuousClock) var clock
  }

  static let feature = Feature(
    "mailbox", "An object that asks a real server.", start: MailboxScreen(),
    stubs: [Stub("web.get", \.web.get)]
  ) { screen, work in
    Mailbox(screen, work: work)
  }

  let output: Observed<MailboxScreen>
  private let work: TaskRunner
  private let services = Services()

  init(_ screen: MailboxScreen, work: TaskRunner) {
    output = Observed(screen)
    self.work = work
  }

  func send(_ input: Input) {
    switch input {
    case .get(let path):
      output.update { $0.isAsking = true }
      work.start { [self] in await ask(path) }
    case .getLater(let path, let milliseconds):
      work.start("later", replacing: true) { [self] in
        try await services.clock.sleep(for: .milliseconds(milliseconds))
        await ask(path)
      }
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
