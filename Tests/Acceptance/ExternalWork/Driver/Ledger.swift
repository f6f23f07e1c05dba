import Composable
import Foundation
import MachoKit

/// Shared values that effects, real endpoints and other threads modify.
struct Ledger: Reducer {
  struct State: Equatable {
    @Composable.Shared(.inMemory("count")) var count = 0
    @Composable.Shared(.appStorage("owner")) var owner = "none"
    @Composable.Shared(.fileStorage(LedgerFiles.entries)) var entries: [Entry] = []
    @SharedReader(.inMemory("count")) var shown = 0
    var open: Page?
    var seen: [Int] = []
  }

  struct Entry: Codable, Equatable, Identifiable, Sendable {
    let id: Int
    var text: String
  }

  /// A screen that refers to an element of the ledger.
  struct Page: Equatable {
    @Composable.Shared var entry: Entry
  }

  enum Action: Equatable {
    case add(Int)
    case addLater(Int, milliseconds: Int)
    case fetch(String)
    case hop(Int)
    case writeLater(Int)
    case replace(Int)
    case startThread(Int)
    case store(String)
    case openFirst
    case rename(String)
    case look
  }

  /// A serial queue, so the writes have an order.
  static let queue = DispatchQueue(label: "ledger")

  @Dependency(\.archive) var archive
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .add(let number):
        state.$count.withLock { $0 += number }
        return .none
      case .addLater(let number, let milliseconds):
        return .run { [count = state.$count] _ in
          try await clock.sleep(for: .milliseconds(milliseconds))
          count.withLock { $0 += number }
        }
      case .fetch(let text):
        return .run { [entries = state.$entries] send in
          let id = await archive.nextID()
          entries.withLock { $0.append(Entry(id: id, text: text)) }
          await send(.look)
        }
      case .hop(let number):
        return .run { [count = state.$count] _ in
          await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
              count.withLock { $0 = number }
              continuation.resume()
            }
          }
        }
      case .writeLater(let number):
        return .run { [count = state.$count] _ in
          // The effect ends before the block begins.
          Ledger.queue.async { count.withLock { $0 = number } }
        }
      case .replace(let number):
        return .run { _ in await archive.replace(number) }
      case .startThread(let changes):
        return .run { _ in await archive.startThread(changes) }
      case .store(let text):
        return .run { send in
          await archive.store(text)
          await send(.look)
        }
      case .openFirst:
        state.open = state.$entries.elements.first.map { Page(entry: $0) }
        return .none
      case .rename(let text):
        state.open?.$entry.text.withLock { $0 = text }
        return .none
      case .look:
        state.seen.append(state.count)
        return .none
      }
    }
  }

  static let feature = Feature(
    "ledger", "Shared values that other code modifies.", start: State(),
    stubs: [
      Stub("archive.nextID", placeholder: 0, \.archive.nextID),
      Stub("archive.replace", placeholder: (), \.archive.replace),
      Stub("archive.startThread", placeholder: (), \.archive.startThread),
      Stub("archive.store", placeholder: (), \.archive.store),
    ]
  ) { Ledger() }
}

/// The file of the ledger. `DRIVER_FILES` is its directory.
enum LedgerFiles {
  static var entries: URL {
    let directory = ProcessInfo.processInfo.environment["DRIVER_FILES"] ?? "/tmp"
    return URL(filePath: directory).appending(component: "ledger.json")
  }
}

/// A service whose real endpoints modify the shared values.
struct Archive: Sendable {
  /// Returns a new number.
  var nextID: @Sendable () async -> Int
  /// Changes the count before it returns, without waiting.
  var replace: @Sendable (_ number: Int) async -> Void
  /// Starts a thread that makes so many changes.
  var startThread: @Sendable (_ changes: Int) async -> Void
  /// Changes the owner and the count before it returns.
  var store: @Sendable (_ text: String) async -> Void
}

extension Archive: DependencyKey {
  static let testValue = Archive(
    nextID: { 0 }, replace: { _ in }, startThread: { _ in }, store: { _ in })

  static let liveValue = Archive(
    nextID: {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: Int.random(in: 1...999_999)) }
      }
    },
    replace: { number in
      @Composable.Shared(.inMemory("count")) var count = 0
      $count.withLock { $0 = number }
    },
    startThread: { changes in
      @Composable.Shared(.inMemory("count")) var count = 0
      @Composable.Shared(.fileStorage(LedgerFiles.entries)) var entries: [Ledger.Entry] = []
      Thread.detachNewThread { [count = $count, entries = $entries] in
        for number in 0..<changes {
          count.withLock { $0 += 1 }
          if number.isMultiple(of: 4) {
            entries.withLock { entries in
              if !entries.isEmpty { entries[0].text = "thread \(number)" }
            }
          }
          usleep(useconds_t.random(in: 0..<3_000))
        }
      }
    },
    store: { text in
      @Composable.Shared(.inMemory("count")) var count = 0
      @Composable.Shared(.appStorage("owner")) var owner = "none"
      $owner.withLock { $0 = text }
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume() }
      }
      $count.withLock { $0 += 100 }
    })
}

extension DependencyValues {
  /// The service whose real endpoints modify the shared values.
  var archive: Archive {
    get { self[Archive.self] }
    set { self[Archive.self] = newValue }
  }
}
