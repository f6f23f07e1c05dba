import Composable
import Foundation

/// Clients that are live in tests, each in another way, and clients that are not.
struct LiveClients: Reducer {
  struct State: Equatable {
    var text = ""
  }

  enum Action: Equatable {
    case run(Client)
    case ended(String)
  }

  enum Client: Sendable { case tool, service, files, covered, own }

  @Dependency(\.tool) var tool
  @Dependency(\.toolService) var service
  @Dependency(ToolFiles.self) var files
  @Dependency(\.coveredTool) var covered
  @Dependency(\.ownTool) var own

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .run(let client):
        return .run { send in await send(.ended(await run(client))) }
      case .ended(let text):
        state.text = text
        return .none
      }
    }
  }

  private func run(_ client: Client) async -> String {
    switch client {
    case .tool: await tool.run("tool")
    case .service: await service.run("service")
    case .files: await files.list()
    case .covered: await covered.run("covered")
    case .own: await own.run("own")
    }
  }
}

/// A client of functions.
struct Tool: Sendable {
  var run: @Sendable (String) async -> String
  var stop: @Sendable () async -> Void

  /// Starts a process, as a real app does.
  static var real: Tool {
    let shell = Shell()
    return Tool { text in
      await shell.echo(text)
    } stop: {
    }
  }
}

private final class Shell: Sendable {
  func echo(_ text: String) async -> String {
    await withCheckedContinuation { continuation in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/echo")
      process.arguments = [text]
      process.standardOutput = FileHandle.nullDevice
      process.terminationHandler = { _ in continuation.resume(returning: text) }
      try? process.run()
    }
  }
}

private enum ToolKey: DependencyKey {
  static var liveValue: Tool { .real }
  static var testValue: Tool { liveValue }
}

private enum CoveredToolKey: DependencyKey {
  static let liveValue = Tool.real
  static let testValue = liveValue
}

private enum OwnToolKey: DependencyKey {
  // It would end the process in which it is created.
  static var liveValue: Tool { fatalError("the live value is created in a test") }
  static let testValue = Tool { _ in
    ""
  } stop: {
  }
}

/// A client that is a protocol.
protocol ToolService: Sendable {
  func run(_ text: String) async -> String
}

private struct RealToolService: ToolService {
  func run(_ text: String) async -> String { await Shell().echo(text) }
}

private enum ToolServiceKey: DependencyKey {
  static let liveValue: any ToolService = RealToolService()
  static let testValue: any ToolService = RealToolService()
}

/// A client that is its own key.
struct ToolFiles: DependencyKey, Sendable {
  static let liveValue = ToolFiles()
  static let testValue = liveValue

  func list() async -> String { await Shell().echo("files") }
}

extension DependencyValues {
  var tool: Tool {
    get { self[ToolKey.self] }
    set { self[ToolKey.self] = newValue }
  }

  var coveredTool: Tool {
    get { self[CoveredToolKey.self] }
    set { self[CoveredToolKey.self] = newValue }
  }

  var ownTool: Tool {
    get { self[OwnToolKey.self] }
    set { self[OwnToolKey.self] = newValue }
  }

  var toolService: any ToolService {
    get { self[ToolServiceKey.self] }
    set { self[ToolServiceKey.self] = newValue }
  }
}
