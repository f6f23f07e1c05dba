import ComposableArchitecture
import Foundation

@Reducer
public struct WebSocket: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var connectivityState = ConnectivityState.disconnected
    public var messageToSend = ""
    public var receivedMessages: [String] = []

    public init() {}

    public enum ConnectivityState: String {
      case connected
      case connecting
      case disconnected
    }
  }

  public enum Action {
    case alert(PresentationAction<Alert>)
    case connectButtonTapped
    case messageToSendChanged(String)
    case receivedSocketMessage(Result<WebSocketClient.Message, any Error>)
    case sendButtonTapped
    case sendResponse(didSucceed: Bool)
    case webSocket(WebSocketClient.Action)

    public enum Alert: Equatable {}
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.webSocket) var webSocket

  public init() {}

  public var body: some Reducer<State, Action> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .connectButtonTapped:
        switch state.connectivityState {
        case .connected, .connecting:
          state.connectivityState = .disconnected
          return .cancel(id: WebSocketClient.ID())

        case .disconnected:
          state.connectivityState = .connecting
          return .run { send in
            let actions = await webSocket.open(
              id: WebSocketClient.ID(),
              url: URL(string: "wss://echo.websocket.events")!,
              protocols: []
            )
            await withThrowingTaskGroup(of: Void.self) { group in
              for await action in actions {
                // Not in the group, because the reducer must see the actions in order.
                await send(.webSocket(action))
                switch action {
                case .didOpen:
                  group.addTask {
                    while !Task.isCancelled {
                      try await self.clock.sleep(for: .seconds(10))
                      try? await webSocket.sendPing(id: WebSocketClient.ID())
                    }
                  }
                  group.addTask {
                    for await result in try await webSocket.receive(id: WebSocketClient.ID()) {
                      await send(.receivedSocketMessage(result))
                    }
                  }
                case .didClose:
                  return
                }
              }
            }
          }
          .cancellable(id: WebSocketClient.ID())
        }

      case .messageToSendChanged(let message):
        state.messageToSend = message
        return .none

      case .receivedSocketMessage(.success(let message)):
        if case .string(let string) = message {
          state.receivedMessages.append(string)
        }
        return .none

      case .receivedSocketMessage(.failure):
        return .none

      case .sendButtonTapped:
        let messageToSend = state.messageToSend
        state.messageToSend = ""
        return .run { send in
          try await webSocket.send(id: WebSocketClient.ID(), message: .string(messageToSend))
          await send(.sendResponse(didSucceed: true))
        } catch: { _, send in
          await send(.sendResponse(didSucceed: false))
        }
        .cancellable(id: WebSocketClient.ID())

      case .sendResponse(didSucceed: false):
        state.alert = AlertState {
          TextState("Could not send socket message. Connect to the server first, and try again.")
        }
        return .none

      case .sendResponse(didSucceed: true):
        return .none

      case .webSocket(.didClose):
        state.connectivityState = .disconnected
        return .cancel(id: WebSocketClient.ID())

      case .webSocket(.didOpen):
        state.connectivityState = .connected
        state.receivedMessages.removeAll()
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}

@DependencyClient
public struct WebSocketClient: Sendable {
  public struct ID: Hashable, @unchecked Sendable {
    public let rawValue: AnyHashable

    public init<RawValue: Hashable & Sendable>(_ rawValue: RawValue) {
      self.rawValue = rawValue
    }

    public init() {
      struct RawValue: Hashable, Sendable {}
      self.rawValue = RawValue()
    }
  }

  @CasePathable
  public enum Action: Sendable {
    case didOpen(protocol: String?)
    case didClose(code: Int, reason: Data?)
  }

  @CasePathable
  public enum Message: Equatable, Sendable {
    struct Unknown: Error {}

    case data(Data)
    case string(String)
  }

  public var open:
    @Sendable (_ id: ID, _ url: URL, _ protocols: [String]) async -> AsyncStream<Action> = {
      _, _, _ in .finished
    }
  public var receive: @Sendable (_ id: ID) async throws -> AsyncStream<Result<Message, any Error>>
  public var send:
    @Sendable (_ id: ID, _ message: URLSessionWebSocketTask.Message) async throws
      -> Void
  public var sendPing: @Sendable (_ id: ID) async throws -> Void
}

extension WebSocketClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var webSocket: WebSocketClient {
    get { self[WebSocketClient.self] }
    set { self[WebSocketClient.self] = newValue }
  }
}
