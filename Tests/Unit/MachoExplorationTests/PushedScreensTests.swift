import Composable
import MachoAdapters
import MachoSessions
import Testing

@testable import MachoExploration

/// A list of books. Only a view pushes the screen of a book, as `NavigationLink(state:)` does, unless the
/// feature opens it itself.
private struct Shelf: Reducer {
  let opensBooks: Bool

  struct Book: Equatable, Identifiable, Sendable {
    let id: Int
    var title: String
  }
  struct State: Equatable {
    var books: IdentifiedArrayOf<Book> = []
    var path = StackState<Page.State>()
    var readCount = 0
  }
  enum Action {
    case openTapped
    case path(StackAction<Page.State, Page.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .openTapped:
        if opensBooks, let book = state.books.first { state.path.append(Page.State(book: book)) }
      case .path(.element(_, .readTapped)): state.readCount += 1
      case .path: break
      }
      return .none
    }
    .forEach(\.path, action: /Action.path) { Page() }
  }

  struct Page: Reducer {
    struct State: Equatable {
      var book: Book
      var isRead = false
      var note: String?
    }
    enum Action { case readTapped, noteTapped, noteOpened }

    func reduce(into state: inout State, action: Action) -> Effect<Action> {
      switch action {
      case .readTapped: state.isRead = true
      case .noteTapped: return .run { send in await send(.noteOpened) }
      case .noteOpened: state.note = ""
      }
      return .none
    }
  }

  static func feature(opensBooks: Bool, _ books: [Book]) -> Feature {
    Feature("shelf", start: State(books: IdentifiedArray(uniqueElements: books))) {
      Shelf(opensBooks: opensBooks)
    }
  }
}

@Suite struct `Screens that a view pushes` {
  private let books = [Shelf.Book(id: 7, title: "Seven"), Shelf.Book(id: 8, title: "Eight")]

  private func explorer(
    _ feature: Feature, invariant: String? = nil
  ) throws -> Explorer {
    let target = ExplorationTarget(feature)
    var settings = ExplorationSettings()
    settings.invariants = invariant.map { [$0] } ?? []
    try Explorer.discover(target, &settings)
    return try Explorer(target, settings)
  }

  @Test func `are reached, each with an element of the state`() throws {
    let explorer = try explorer(
      Shelf.feature(opensBooks: false, books), invariant: "readCount == 0")
    let result = try #require(
      try (0..<200).lazy.map { try explorer.run($0) }.first { $0.finding != nil })
    let sequence = try explorer.shrink(result.sequence, try #require(result.finding))
    let lines = try explorer.replay(sequence, describing: true).description.lines.map(\.text)
    #expect(lines.count == 2)
    #expect(lines.first?.contains("path.push(id: #0, ") == true)
    #expect(lines.first?.contains(#"Book(id: 7, title: "Seven")"#) == true)
    // A screen begins with its defaults.
    #expect(lines.first?.contains("isRead: true") == false)
    #expect(lines.last == "send path[#0].readTapped")
  }

  @Test func `follow each other on the stack`() throws {
    let explorer = try explorer(
      Shelf.feature(opensBooks: false, books), invariant: "path.count < 3")
    let found = try (0..<200).lazy.map { try explorer.run($0).finding }.first { $0 != nil }
    #expect(try #require(found)?.kind == .invariant)
  }

  @Test func `have effects whose actions no user sends`() throws {
    let space = try explorer(Shelf.feature(opensBooks: false, books)).engine.space
    #expect(
      Set(space.labels) == [
        "openTapped", "path.element.readTapped", "path.element.noteTapped", "path.popFrom",
        "path.push",
      ])
    #expect(space.omissions.map(\.label) == ["path.element.noteOpened"])
  }

  @Test func `are at most three at once, so that a search ends`() throws {
    let explorer = try explorer(
      Shelf.feature(opensBooks: false, Array(books.prefix(1))), invariant: "path.count < 4")
    for number in 0..<30 { #expect(try explorer.run(number).finding == nil) }
  }

  @Test func `are not pushed while no element can be shown`() throws {
    let explorer = try explorer(Shelf.feature(opensBooks: false, []))
    var sent: Set<String> = []
    explorer.engine.onFirstSend = { sent.insert($0) }
    for number in 0..<20 { #expect(try explorer.run(number).finding == nil) }
    #expect(sent == ["openTapped"])
  }

  @Test func `are none if the feature pushes its screens itself`() throws {
    let explorer = try explorer(Shelf.feature(opensBooks: true, books))
    #expect(
      explorer.engine.space.omissions.contains(
        ActionSpace.Omission(
          label: "path.push", reason: "the feature pushes its screens itself")))
    #expect(explorer.engine.space.labels.contains("path.element.readTapped"))
  }
}
