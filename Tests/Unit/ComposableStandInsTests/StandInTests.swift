#if !canImport(SwiftUI)
  import ComposableCombine
  import ComposableNetworking
  import ComposableStandIns
  import Testing

  /// A reducer as an app of Apple platforms has it.
  private struct Album: Reducer {
    struct State: Equatable {
      var names = ["a", "b", "c", "d"]
      var cover: UIImage?
      var icon = Image(systemName: "photo")
      var phase = ScenePhase.inactive
      var scheme = ColorScheme.light
      var insets = EdgeInsets(top: 8)
      var title: LocalizedStringResource = "Album"
    }

    enum Action: Equatable, Sendable {
      case moved(IndexSet, Int)
      case removed(IndexSet)
      case phaseChanged(ScenePhase)
      case task, memoryWarned
    }

    let center: NotificationCenter

    var body: some ReducerOf<Self> {
      Reduce { state, action in
        switch action {
        case .moved(let source, let destination):
          state.names.move(fromOffsets: source, toOffset: destination)
          return .none
        case .removed(let offsets):
          state.names.remove(atOffsets: offsets)
          return .none
        case .phaseChanged(let phase):
          state.phase = phase
          return .none
        case .task:
          let notifications = center.notifications(named: .memory)
          return .run { send in
            for await _ in notifications { await send(.memoryWarned) }
          }
        case .memoryWarned:
          state.cover = nil
          return .none
        }
      }
    }
  }

  extension Notification.Name {
    fileprivate static let memory = Self("memory")
  }

  @MainActor
  @Suite struct StandInTests {
    @Test func `Elements are moved and removed by their positions`() async {
      let store = TestStore(initialState: Album.State()) { Album(center: NotificationCenter()) }
      await store.send(.moved([0, 2], 4)) { $0.names = ["b", "d", "a", "c"] }
      await store.send(.moved([3], 0)) { $0.names = ["c", "b", "d", "a"] }
      await store.send(.removed([1, 2])) { $0.names = ["c", "a"] }
      await store.send(.phaseChanged(.active)) { $0.phase = .active }
      #expect(ScenePhase.background < .active)
      #expect(String(localized: store.state.title) == "Album")
    }

    @Test func `Notifications are received from the moment at which they are requested`()
      async throws
    {
      let center = NotificationCenter()
      let cover = try #require(UIImage(data: Data([1])))
      let store = TestStore(initialState: Album.State(cover: cover, icon: Image(uiImage: cover))) {
        Album(center: center)
      }
      let task = await store.send(.task)
      center.post(name: .memory, object: nil)
      await store.receive(.memoryWarned, timeout: .seconds(5)) { $0.cover = nil }
      await task.cancel()
    }

    @Test func `A color keeps its opacity`() {
      #expect(Color.red.opacity(0.5) == Color.red.opacity(0.5))
      #expect(Color.red.opacity(0.5) != Color.red)
      #expect(Color.red.opacity(0.5).opacity(0.5) == Color.red.opacity(0.25))
      let gray = Color(red: 0.5, green: 0.5, blue: 0.5, opacity: 0.5)
      #expect(gray.opacity(0.5) == Color(red: 0.5, green: 0.5, blue: 0.5, opacity: 0.25))
    }

    @Test func `A publisher of a request sends its response or its error`() async throws {
      func result(_ url: URL) async -> Result<Data, URLError> {
        var subscription: AnyCancellable?
        defer { subscription?.cancel() }
        return await withCheckedContinuation { continuation in
          let configuration = URLSessionConfiguration.ephemeral
          configuration.protocolClasses = [Responder.self]
          subscription = URLSession(configuration: configuration).dataTaskPublisher(for: url)
            .map(\.data)
            .sink {
              if case .failure(let error) = $0 { continuation.resume(returning: .failure(error)) }
            } receiveValue: {
              continuation.resume(returning: .success($0))
            }
        }
      }
      let found = await result(try #require(URL(string: "test://example/found")))
      #expect(try found.get() == Data("contents".utf8))
      let missing = await result(try #require(URL(string: "test://example/missing")))
      #expect(throws: URLError.self) { try missing.get() }
    }

    @Test func `Pictures are equal by identity`() throws {
      let one = try #require(UIImage(data: Data([1])))
      let other = try #require(UIImage(data: Data([1])))
      #expect(one == one && one != other && one.pngData() == Data([1]))
      #expect(UIImage(data: Data()) == nil)
    }

    @Test func `A clipboard keeps its text, and a desktop opens nothing`() throws {
      UIPasteboard.general.string = "copied"
      #expect(UIPasteboard.general.string == "copied")
      #expect(!NSWorkspace.shared.open(try #require(URL(string: "https://example.org"))))
      @FocusState var isFocused: Bool
      @FocusState var field: Int?
      #expect(!isFocused && field == nil)
    }
  }

  /// Answers requests of URLs that end with `found`, and fails others.
  private final class Responder: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

    override func startLoading() {
      guard let url = request.url, url.lastPathComponent == "found" else {
        client?.urlProtocol(self, didFailWithError: URLError(.resourceUnavailable))
        return
      }
      let response = URLResponse(
        url: url, mimeType: nil, expectedContentLength: 8, textEncodingName: nil)
      client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
      client?.urlProtocol(self, didLoad: Data("contents".utf8))
      client?.urlProtocolDidFinishLoading(self)
    }

    override func stopLoading() {}
  }
#endif
