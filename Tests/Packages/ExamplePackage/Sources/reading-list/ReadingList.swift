import Composable

struct Book: Equatable, Identifiable, Sendable {
  var id: Int
  var title: String
  var isRead = false
}

struct ReadingList: Reducer {
  struct State: Equatable {
    var books: [Book] = []
    var query = ""
    var problem: String?

    var unread: Int { books.count { !$0.isRead } }
  }

  enum Action {
    case queryChanged(String)
    case found(Result<[Book], any Error>)
    case readTapped(id: Int)
  }

  @Dependency(\.library) var library
  @Dependency(\.continuousClock) var clock

  private enum Search { case typing }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .queryChanged(let query):
        state.query = query
        state.problem = nil
        return .run { send in
          try await clock.sleep(for: .milliseconds(300))
          await send(.found(.success(try await library.search(query))))
        } catch: { error, send in
          await send(.found(.failure(error)))
        }
        .cancellable(id: Search.typing, cancelInFlight: true)

      case .found(.success(let books)):
        state.books = books
        return .none

      case .found(.failure(let error)):
        state.problem = "\(error)"
        return .none

      case .readTapped(let id):
        guard let index = state.books.firstIndex(where: { $0.id == id }) else { return .none }
        state.books[index].isRead = true
        return .none
      }
    }
  }
}

struct Library: Sendable {
  var search: @Sendable (_ query: String) async throws -> [Book]
}

extension Library: DependencyKey {
  static let liveValue = Library { _ in [] }
}

extension DependencyValues {
  var library: Library {
    get { self[Library.self] }
    set { self[Library.self] = newValue }
  }
}
