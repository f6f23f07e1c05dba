import MachoArchitectures
import Testing

private struct Unreadable: Error {}

private enum Boot: UseCase, Equatable {
  enum Basics: Equatable {
    case appLooksForRecord(Record)
    case appShowsLogin
  }

  enum Alternatives: Equatable { case appShowsTutorial }
  enum Record { case done, missing, unreadable }

  case basic(Basics)
  case alternate(Alternatives)

  func next() async throws -> Boot? {
    switch self {
    case .basic(.appLooksForRecord(.done)): .basic(.appShowsLogin)
    case .basic(.appLooksForRecord(.missing)): .alternate(.appShowsTutorial)
    case .basic(.appLooksForRecord(.unreadable)): throw Unreadable()
    case .basic(.appShowsLogin), .alternate: nil
    }
  }
}

@Suite struct UseCaseTests {
  @Test func `the basic course visits its scenes to the end`() async throws {
    let entered = Log<Boot>()
    let scenario = try await Boot.basic(.appLooksForRecord(.done)).interact { entered.record($0) }
    #expect(scenario == [.basic(.appLooksForRecord(.done)), .basic(.appShowsLogin)])
    #expect(entered.entries == scenario)
  }

  @Test func `an alternative course leaves the basic one`() async throws {
    let scenario = try await Boot.basic(.appLooksForRecord(.missing)).interact()
    #expect(scenario.last == .alternate(.appShowsTutorial))
  }

  @Test func `a failing scene ends the scenario after it was entered`() async {
    let entered = Log<Boot>()
    await #expect(throws: Unreadable.self) {
      try await Boot.basic(.appLooksForRecord(.unreadable)).interact { entered.record($0) }
    }
    #expect(entered.entries == [.basic(.appLooksForRecord(.unreadable))])
  }

  @Test func `a final scene is a complete scenario`() async throws {
    #expect(try await Boot.basic(.appShowsLogin).interact() == [.basic(.appShowsLogin)])
  }
}

private struct Adding: InputPort {
  let numbers: any Gateway<String, Int>
  let output: any OutputPort<Int>

  func handle(_ request: String) async throws {
    output.present(try await numbers.fetch(request) + 1)
  }
}

private struct Numbers: Gateway {
  func fetch(_ request: String) async throws -> Int {
    guard let number = Int(request) else { throw Unreadable() }
    return number
  }
}

@Suite struct PortTests {
  @Test func `a controller calls the use case, which calls the presenter`() async throws {
    let presenter = ResponsePresenter<Int, String>("") { $0 = "updated (\($1))" }
    let responses = Log<String>()
    let subscription = presenter.observe {
      responses.record("\($0) over '\(presenter.screen.value)'")
    }
    let held = DeferredJobs()
    let controller = RequestController<Int, String>(
      port: Adding(numbers: Numbers(), output: presenter), tasks: held.tasks
    ) { "\($0)" }
    controller.handle(9)
    #expect(presenter.screen.value == "")
    try await held.perform()
    withExtendedLifetime(subscription) {}
    #expect(presenter.screen.value == "updated (10)")
    #expect(responses.entries == ["10 over 'updated (10)'"])
  }
}

/// Calls its handler as often as the request says.
private struct CallingGateway: CompletionGateway {
  func fetch(_ request: Int, completion: @escaping @Sendable (Result<Int, any Error>) -> Void) {
    guard request >= 0 else { return completion(.failure(Unreadable())) }
    for number in 0..<request { completion(.success(number)) }
  }
}

@Suite struct CompletionGatewayTests {
  private let gateway: any Gateway<Int, Int> = CallingGateway()

  @Test func `a use case awaits what the handler gets`() async throws {
    #expect(try await gateway.fetch(1) == 0)
    await #expect(throws: Unreadable.self) { try await gateway.fetch(-1) }
  }

  @Test func `only the first call of the handler counts`() async throws {
    #expect(try await gateway.fetch(3) == 0)
  }

  @Test func `a cancelled request ends although its handler is not called`() async {
    let request = Task { [gateway] in try await gateway.fetch(0) }
    request.cancel()
    await #expect(throws: CancellationError.self) { try await request.value }
  }
}
