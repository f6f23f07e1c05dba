import Composable
import MachoAdapters
import MachoScripting
import MachoSessions
import Testing

@testable import MachoExploration

/// A field that is filled by a call. With the defect, the response replaces what was typed meanwhile.
private struct Field: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var text = ""
    var isEdited = false
  }
  enum Action {
    case load
    case textChanged(String)
    case loaded(String)
    case failed
  }

  @Dependency(\.phoneBook) var phoneBook

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .load:
      return .run { [phoneBook] send in
        await send(.loaded(try await phoneBook.name(1)))
      } catch: { _, send in
        await send(.failed)
      }
    case .textChanged(let text): (state.text, state.isEdited) = (text, true)
    case .loaded(let text): if !(isFixed && state.isEdited) { state.text = text }
    case .failed: break
    }
    return .none
  }
}

/// Two fields. With the defect, the second one does not enable the button.
private struct Form: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var name = ""
    var city = ""
    var canSend = false
  }
  enum Action {
    case nameChanged(String)
    case cityChanged(String)
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .nameChanged(let name): state.name = name
    case .cityChanged(let city):
      state.city = city
      guard isFixed else { return .none }
    }
    state.canSend = !state.name.isEmpty && !state.city.isEmpty
    return .none
  }
}

/// A code that is checked. With the defect, the result stays when the code is changed.
private struct Code: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var code = 0
    var isCodeInvalid = false
  }
  enum Action {
    case codeChanged(Int)
    case check
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .codeChanged(let code):
      state.code = code
      if isFixed { state.isCodeInvalid = false }
    case .check: state.isCodeInvalid = state.code == 0
    }
    return .none
  }
}

/// People who are called. With the defect, the response is for the row at a position.
private struct People: Reducer {
  let isFixed: Bool
  struct Row: Equatable, Identifiable, Sendable {
    let id: Int
    var name: String?
  }
  struct State: Equatable {
    var rows = [Row(id: 1), Row(id: 2)]
  }
  enum Action {
    case call(id: Int)
    case remove(id: Int)
    case named(String, id: Int, position: Int)
  }

  @Dependency(\.phoneBook) var phoneBook

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .call(let id):
      guard let position = state.rows.firstIndex(where: { $0.id == id }) else { break }
      return .run { [phoneBook] send in
        await send(.named(try await phoneBook.name(id), id: id, position: position))
      } catch: { _, _ in
      }
    case .remove(let id): state.rows.removeAll { $0.id == id }
    case .named(let name, let id, let position):
      let found = isFixed ? state.rows.firstIndex { $0.id == id } : position
      if let found, state.rows.indices.contains(found) { state.rows[found].name = name }
    }
    return .none
  }
}

/// Pages. With the defect, the last one is not reached.
private struct Book: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var page = 1
    let pageCount = 4
  }
  enum Action { case next, back }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .next:
      let last = isFixed ? state.pageCount : state.pageCount - 1
      if state.page < last { state.page += 1 }
    case .back: if state.page > 1 { state.page -= 1 }
    }
    return .none
  }
}

/// Questions. The index after the last one means the end.
private struct Quiz: Reducer {
  struct State: Equatable {
    let questions = ["a", "b", "c"]
    var questionIndex = 0
    var isOver = false
  }
  enum Action { case next, restart }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .next where !state.isOver:
      state.questionIndex += 1
      state.isOver = state.questionIndex == state.questions.count
    case .next: break
    case .restart: state = State()
    }
    return .none
  }
}

/// A call. With the defect, nothing tells that it has failed.
private struct Call: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var name: String?
    var isBusy = false
    var hasFailed = false
  }
  enum Action {
    case call
    case named(String)
    case failed
  }

  @Dependency(\.phoneBook) var phoneBook

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .call:
      guard !state.isBusy else { break }
      (state.isBusy, state.hasFailed) = (true, false)
      return .run { [phoneBook] send in
        await send(.named(try await phoneBook.name(1)))
      } catch: { _, send in
        await send(.failed)
      }
    case .named(let name): (state.isBusy, state.name) = (false, name)
    case .failed: (state.isBusy, state.hasFailed) = (false, isFixed)
    }
    return .none
  }
}

/// A link. With the defect, one that was opened before the login is not shown after it.
private struct Link: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var isLoggedIn = false
    var shown: Int?
    var pendingLink: Int?
  }
  enum Action {
    case open(Int)
    case logIn
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .open(let link):
      if state.isLoggedIn { state.shown = link } else { state.pendingLink = link }
    case .logIn:
      state.isLoggedIn = true
      if isFixed, let link = state.pendingLink { (state.shown, state.pendingLink) = (link, nil) }
    }
    return .none
  }
}

/// A stock. With the defect, more is sold than there is. The user may enter any number.
private struct Shop: Reducer {
  let isFixed: Bool
  struct State: Equatable {
    var stock = 1
  }
  enum Action {
    case entered(Int)
    case sold
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .entered(let stock): state.stock = stock
    // Without a trap if the least number was entered.
    case .sold: if !isFixed || state.stock > 0 { state.stock &-= 1 }
    }
    return .none
  }
}

private struct PhoneBook: DependencyKey {
  var name: @Sendable (_ id: Int) async throws -> String
  static let liveValue = PhoneBook { _ in "" }
  static let testValue = liveValue
}

extension DependencyValues {
  fileprivate var phoneBook: PhoneBook {
    get { self[PhoneBook.self] }
    set { self[PhoneBook.self] = newValue }
  }
}

/// A defect, with the feature that has it.
enum DailyDefect: CaseIterable {
  case overwrites, derived, unchecked, wrongRow, boundary, silent, pending, negative

  var kind: Finding.Kind {
    switch self {
    case .overwrites: .overwrites
    case .derived, .unchecked: .derived
    case .wrongRow: .wrongRow
    case .boundary: .boundary
    case .silent: .silent
    case .pending: .pending
    case .negative: .negative
    }
  }

  func feature(isFixed: Bool) -> Feature {
    let stubs = [Stub("phoneBook.name", \.phoneBook.name)]
    return switch self {
    case .overwrites:
      Feature("defect", start: Field.State(), stubs: stubs) { Field(isFixed: isFixed) }
    case .derived: Feature("defect", start: Form.State()) { Form(isFixed: isFixed) }
    case .unchecked: Feature("defect", start: Code.State()) { Code(isFixed: isFixed) }
    case .wrongRow:
      Feature("defect", start: People.State(), stubs: stubs) { People(isFixed: isFixed) }
    case .boundary: Feature("defect", start: Book.State()) { Book(isFixed: isFixed) }
    case .silent:
      Feature("defect", start: Call.State(), stubs: stubs) { Call(isFixed: isFixed) }
    case .pending: Feature("defect", start: Link.State()) { Link(isFixed: isFixed) }
    case .negative: Feature("defect", start: Shop.State()) { Shop(isFixed: isFixed) }
    }
  }
}

struct DailyDefectTests {
  /// Returns the scripts of the suspicions of a kind.
  private func scripts(of kind: Finding.Kind, in feature: Feature) throws -> [String] {
    let target = ExplorationTarget(feature)
    var settings = ExplorationSettings()
    try Explorer.discover(target, &settings)
    let explorer = try Explorer(target, settings)
    explorer.engine.describesFailures = true
    var found: [Explorer.SuspiciousRun] = []
    try explorer.findSuspicions { if $0.finding.kind == kind { found.append($0) } }
    return try found.compactMap { run in
      let sequence = try explorer.shrink(run.sequence, run.finding)
      return try explorer.describe(run.finding, in: sequence).map { finding, lines in
        CounterexampleScript(lines, finding, target: target, command: "explore").text
      }
    }
  }

  private func fails(_ script: String, _ feature: Feature) throws -> Bool {
    let run = ScriptRunner(catalog: [feature])
      .run(try ScriptParser.parse(Array(script.utf8)), path: "-")
    return !run.result.failures.isEmpty
  }

  @Test(arguments: DailyDefect.allCases)
  func `A defect is found, and its script passes with the fix`(defect: DailyDefect) throws {
    let found = try scripts(of: defect.kind, in: defect.feature(isFixed: false))
    #expect(!found.isEmpty)
    for script in found {
      #expect(try fails(script, defect.feature(isFixed: false)))
      #expect(try !fails(script, defect.feature(isFixed: true)))
    }
  }

  @Test(arguments: DailyDefect.allCases)
  func `A feature without the defect has no such suspicion`(defect: DailyDefect) throws {
    #expect(try scripts(of: defect.kind, in: defect.feature(isFixed: true)).isEmpty)
  }

  @Test func `An index after the last element may mean the end`() throws {
    let quiz = Feature("quiz", start: Quiz.State()) { Quiz() }
    #expect(try scripts(of: .boundary, in: quiz).isEmpty)
  }
}
