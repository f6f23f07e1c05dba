import Composable
import Foundation

/// All kinds of live effects: concurrent, failing and cancelled requests, sleeps, a stream, dates,
/// UUIDs and random numbers.
struct Courier: Reducer {
  struct State: Equatable {
    var letters: [String] = []
    var failures: [String] = []
    var stamps: [Date] = []
    var ids: [UUID] = []
    var dice: [Int] = []
    var naps = 0
  }

  enum Action: Equatable {
    case get(String)
    case getBoth(String, String)
    case getLater(String, Int)
    case cancel
    case got(String)
    case failed(String)
    case nap(Int)
    case napped
    case stamp
    case listen(String)
    case heard(String)
    case silence
  }

  @Dependency(\.web) var web
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date) var date
  @Dependency(\.uuid) var uuid
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .get(let path): return get(path)
      case .getBoth(let first, let second): return .merge(get(first), get(second))
      case .getLater(let path, let milliseconds):
        return .run { send in
          try await clock.sleep(for: .milliseconds(milliseconds))
          await send(.get(path))
        }
        .cancellable(id: "getting")
      case .cancel: return .cancel(id: "getting")
      case .got(let letter):
        state.letters.append("\(letter) of \(web.size(letter)) bytes")
        state.ids.append(uuid())
        return .none
      case .failed(let why):
        state.failures.append(why)
        return .none
      case .nap(let milliseconds):
        return .run { send in
          try await clock.sleep(for: .milliseconds(milliseconds))
          await send(.napped)
        }
      case .napped:
        state.naps += 1
        return .none
      case .stamp:
        state.stamps += [date.now, date.now]
        state.dice.append(withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) })
        return .none
      case .listen(let topic):
        return .run { send in
          for await news in web.news(topic) { await send(.heard(news)) }
          await send(.silence)
        }
      case .heard(let news):
        state.letters.append(news)
        return .none
      case .silence:
        state.letters.append("")
        return .none
      }
    }
  }

  private func get(_ path: String) -> Effect<Action> {
    .run { send in
      await send(.got(try await web.get(path)))
    } catch: { error, send in
      await send(.failed("\(error)"))
    }
    .cancellable(id: "getting")
  }
}
