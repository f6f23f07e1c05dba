import Composable
import Dispatch
import Foundation

/// Threads that never change what an effect does: loggers, timers, a database.
struct Bystanders: Reducer {
  struct State: Equatable {
    var letters: [String] = []
  }

  enum Action: Equatable {
    case get(Bystander)
    case got(String)
  }

  enum Bystander: Sendable {
    /// A thread that the reducer starts, and one that the effect starts.
    case reducerLogger, effectLogger
    /// A timer of Dispatch that fires all the time.
    case timer
    /// A serial queue that the effect calls synchronously.
    case database
    /// The same queue, with writes before the read.
    case databaseWrites
    /// A queue that the effect calls asynchronously, without a result.
    case queueLogger
    /// A block on a queue that does not end.
    case endlessBlock
    /// The runtime, which allocates types for the effect and for the thread of `DRIVER_THREAD=busy`.
    case types
  }

  @Dependency(\.web) var web

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .get(let bystander):
        if case .reducerLogger = bystander { Logger.ofReducer.log("get") }
        return .run { send in
          run(bystander)
          await Task.yield()
          let letter = try await web.get("letter")
          run(bystander)
          await send(.got(letter))
        }
      case .got(let letter):
        state.letters.append(letter)
        return .none
      }
    }
  }

  private func run(_ bystander: Bystander) {
    switch bystander {
    case .reducerLogger: Logger.ofReducer.log("effect")
    case .effectLogger: Logger.ofEffect.log("effect")
    case .timer: FastTimer.start()
    case .database: precondition(Database.shared.read() >= 0)
    case .databaseWrites:
      let count = Database.shared.read()
      Database.shared.write()
      precondition(Database.shared.read() == count + 1)
    case .queueLogger: Database.shared.write()
    case .endlessBlock: EndlessBlock.start()
    case .types:
      TypeMaker.ofEffect.make(20)
      // Long enough for the other thread.
      var number = 0
      for _ in 0..<200_000 { number &+= 1 }
    }
  }
}

/// Works a little for each message, and now and then without one.
private final class Logger: Sendable {
  static let ofReducer = Logger()
  static let ofEffect = Logger()

  private let condition = NSCondition()
  // SAFETY: accessed only while `condition` is locked.
  nonisolated(unsafe) private var messages: [String] = []

  init() {
    Thread.detachNewThread { [self] in
      var text = ""
      while true {
        condition.lock()
        _ = condition.wait(until: Date(timeIntervalSinceNow: 0.000_1))
        for message in messages { text = String((message + text).prefix(100)) }
        messages = []
        condition.unlock()
      }
    }
  }

  func log(_ message: String) {
    condition.lock()
    messages.append(message)
    condition.signal()
    condition.unlock()
  }
}

private enum FastTimer {
  // SAFETY: only keeps the timer alive, which fires until the process ends.
  nonisolated(unsafe) private static let timer: any DispatchSourceTimer = {
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "timer"))
    timer.schedule(deadline: .now(), repeating: .microseconds(100))
    timer.setEventHandler {}
    timer.resume()
    return timer
  }()

  static func start() { _ = timer }
}

private final class Database: Sendable {
  static let shared = Database()

  private let queue = DispatchQueue(label: "database")
  // SAFETY: accessed only on `queue`.
  nonisolated(unsafe) private var count = 0

  func read() -> Int { queue.sync { count } }
  func write() { queue.async { self.count += 1 } }
}

/// Makes types that the process does not have yet.
struct TypeMaker {
  // SAFETY: only the thread of the store, which runs all effects, accesses it.
  nonisolated(unsafe) fileprivate static var ofEffect = TypeMaker(Int.self)

  private var last: any NestedType.Type

  init<Root>(_ root: Root.Type) { last = Nested<Root>.self }

  mutating func make(_ count: Int) { for _ in 0..<count { last = last.next } }

  private protocol NestedType { static var next: any NestedType.Type { get } }
  private struct Nested<Content>: NestedType {
    static var next: any NestedType.Type { Nested<Nested<Content>>.self }
  }
}

private enum EndlessBlock {
  private static let semaphore = DispatchSemaphore(value: 0)

  static func start() { DispatchQueue(label: "endless").async { semaphore.wait() } }
}
