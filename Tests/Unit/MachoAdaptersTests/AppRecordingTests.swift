import Composable
import Foundation
import MachoAdapters
import MachoScripting
import MachoSessions
import Testing

/// A feature whose dependencies are endpoints: synchronous and asynchronous ones, a clock and UUIDs.
private struct Post: Reducer {
  struct State: Equatable {
    var price = 0
    var letters: [String] = []
  }

  enum Action: Equatable {
    case weigh(Int)
    case fetchLater(String)
    case fetched(String, UUID)
    case failed
  }

  @Dependency(\.post) var post
  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .weigh(let weight):
        state.price += post.price(weight)
        return .none
      case .fetchLater(let name):
        return .run { send in
          try await clock.sleep(for: .seconds(1))
          let letter = try await post.fetch(name)
          await send(.fetched(letter, uuid()))
        } catch: { _, send in
          await send(.failed)
        }
      case .fetched(let letter, _):
        state.letters.append(letter)
        return .none
      case .failed: return .none
      }
    }
  }
}

private struct PostClient: TestDependencyKey, Sendable {
  var fetch: @Sendable (String) async throws -> String
  var price: @Sendable (Int) -> Int

  static let testValue = PostClient(fetch: { _ in "" }, price: { _ in 0 })
}

private struct Offline: Error {}

extension DependencyValues {
  fileprivate var post: PostClient {
    get { self[PostClient.self] }
    set { self[PostClient.self] = newValue }
  }
}

@MainActor @Suite struct `The recording of an app as a feature` {
  private let path = FileManager.default.temporaryDirectory
    .appendingPathComponent("macho-recording-\(UUID().uuidString)").path
  private let clock = TestClock()
  private let feature = Feature(
    "post", start: Post.State(),
    stubs: [
      Stub("post.fetch", \.post.fetch), Stub("post.price", placeholder: 0, \.post.price),
    ]
  ) {
    Post()
  }

  private func record(_ use: @MainActor (StoreOf<Post>) async -> Void) async throws -> String {
    defer { try? FileManager.default.removeItem(atPath: path) }
    let store = Store(initialState: Post.State()) {
      Post().recording(to: path, as: feature)
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
      $0.post = PostClient(
        fetch: { name in
          guard name != "none" else { throw Offline() }
          return "letter \(name)"
        }, price: { $0 * $0 })
    }
    await use(store)
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  private func script(of recording: String) throws -> (text: String, isFaithful: Bool) {
    let recording = try AppRecording(Array(recording.utf8), path: path)
    return AppRecordingImporter(recording, path: path, catalog: [feature]).transcript()
  }

  /// The lines of a script without expected output.
  private func commands(_ script: String) -> [String] {
    script.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("|") }
  }

  @Test func `has the calls of its endpoints and the times, and becomes a strict script`()
    async throws
  {
    let recording = try await record { store in
      store.send(.weigh(3))
      let task = store.send(.fetchLater("a"))
      await clock.advance(by: .milliseconds(1500))
      await task.finish()
      store.send(.weigh(3))
    }
    let entries = recording.split(separator: "\n").dropFirst()
    #expect(entries.first == #"{"call":"post.price(3)","returned":"9"}"#)
    #expect(entries.contains(#"{"call":"uuid","returned":"UUID(0)"}"#))
    #expect(
      entries.contains { $0.hasPrefix(#"{"answer":"post.fetch(\"a\") -> \"letter a\"","time":1"#) })
    let script = try script(of: recording)
    #expect(script.isFaithful, "\(script.text)")
    let found = commands(script.text)
    #expect(
      found.filter { !$0.hasPrefix("advance ") } == [
        "#!macho 1", "feature post", "stub post.fetch pending", "stub post.price(3) -> 9, then 9",
        "stub uuid -> UUID(0)", "send weigh(3)", #"send fetchLater("a")"#,
        #"answer post.fetch("a") -> "letter a""#, #"receive fetched("letter a", UUID(0))"#,
        "send weigh(3)",
      ])
    #expect(found.contains { $0.hasPrefix("advance 1") })
    let result = try ScriptRunner(catalog: [feature], isStrict: true).run(
      ScriptValidator.parse(Array(script.text.utf8)), path: "a.macho"
    ).result
    #expect(result.isSuccess, "\(result.failures)")
  }

  @Test func `has the errors of endpoints`() async throws {
    let recording = try await record { store in
      let task = store.send(.fetchLater("none"))
      await clock.advance(by: .seconds(1))
      await task.finish()
    }
    let script = try script(of: recording)
    #expect(script.isFaithful, "\(script.text)")
    #expect(commands(script.text).contains { $0.hasPrefix(#"answer post.fetch("none") throws "#) })
    #expect(script.text.contains("\nreceive failed\n"))
  }

  @Test func `writes nothing without a path`() {
    let store = Store(initialState: Post.State()) { Post().recording(to: nil, as: feature) }
    store.send(.failed)
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
