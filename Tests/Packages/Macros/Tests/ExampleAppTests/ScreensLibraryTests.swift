import ComposableArchitecture
import ComposableTestSupport
import Foundation
import Testing

@testable import ExampleApps

/// A view of the desk, without its appearance.
@MainActor
@ViewAction(for: CardDesk.self)
private struct DeskScreen {
  let store: StoreOf<CardDesk>

  func enter() { send(.enterTapped) }
}

@MainActor
@Suite struct `The library` {
  private let ada = Reader(id: 7, name: "Ada")
  private let tides = Loan(id: 1, title: "Tides", due: Date(timeIntervalSince1970: 100))
  private let sundials = Loan(id: 2, title: "Sundials", due: Date(timeIntervalSince1970: 200))

  private func makeDesk(
    admit: @escaping @Sendable (String, String) async throws -> Reader
  ) -> TestStoreOf<CardDesk> {
    TestStore(initialState: CardDesk.State(card: "A-1", pin: "1234")) {
      CardDesk()
    } withDependencies: {
      $0.desk.admit = admit
    }
  }

  private func makeShelves(
    _ update: (inout DependencyValues) -> Void = { _ in }
  ) -> TestStoreOf<LibraryApp> {
    let rows = [LoanRow.State(loan: tides), LoanRow.State(loan: sundials)]
    return TestStore(
      initialState: .inside(
        Shelves.State(reader: ada, loans: IdentifiedArray(uniqueElements: rows))),
      reducer: { LibraryApp() }, withDependencies: update)
  }

  @Test func `admits a known reader, and loads the books`() async {
    let store = TestStore(initialState: LibraryApp.State()) {
      LibraryApp()
    } withDependencies: { [ada, tides] in
      $0.desk.admit = { card, pin in
        #expect((card, pin) == ("A-1", "1234"))
        return ada
      }
      $0.desk.loans = { _ in [tides, tides] }
    }
    await store.send(\.outside.view.binding.card, "A-1") {
      $0.modify(\.outside) { $0.card = "A-1" }
    }
    await store.send(\.outside.view.binding.pin, "1234") {
      $0.modify(\.outside) { $0.pin = "1234" }
    }
    await store.send(\.outside.view.enterTapped) { $0.modify(\.outside) { $0.isChecking = true } }
    await store.receive(\.outside.admission.success) {
      $0.modify(\.outside) { $0.isChecking = false }
    }
    await store.receive(\.outside.delegate.admitted, ada) {
      $0 = .inside(Shelves.State(reader: ada))
    }
    await store.receive(\.inside.appeared) { $0.modify(\.inside) { $0.isLoading = true } }
    // The desk names the book twice.
    await store.receive(\.inside.loansResponse.success) {
      $0.modify(\.inside) {
        $0.isLoading = false
        $0.loans = [LoanRow.State(loan: tides)]
      }
    }
  }

  @Test func `moves the focus to an empty field`() async {
    let store = TestStore(initialState: CardDesk.State()) { CardDesk() }
    await store.send(.view(.enterTapped)) { $0.focus = .card }
    await store.send(\.view.binding.card, "A-1") { $0.card = "A-1" }
    await store.send(.view(.enterTapped)) { $0.focus = .pin }
  }

  @Test func `forgets the PIN of another card`() async {
    let store = TestStore(initialState: CardDesk.State(pin: "1")) { CardDesk() }
    await store.send(\.view.binding.card, "A") { $0.card = "A" }
    await store.send(\.view.binding.card, "AB") {
      $0.card = "AB"
      $0.pin = ""
    }
  }

  @Test func `says why the desk refuses`() async {
    let store = makeDesk { _, _ in throw DeskError.wrongPIN(attemptsLeft: 2) }
    await store.send(.view(.enterTapped)) { $0.isChecking = true }
    await store.receive(\.admission.failure) {
      $0.isChecking = false
      $0.refusal = AlertState {
        TextState("This PIN is ") + TextState("wrong").bold()
      } actions: {
        ButtonState(action: .retypePIN) { TextState("Type it again") }
        ButtonState(role: .cancel) { TextState("Leave") }
      } message: {
        TextState(verbatim: "2 left")
      }
    }
    await store.send(\.refusal.retypePIN) {
      $0.refusal = nil
      $0.pin = ""
      $0.focus = .pin
    }
  }

  @Test func `asks only once at a time`() async {
    let calls = LockIsolated(0)
    let store = makeDesk { _, _ in
      calls.withValue { $0 += 1 }
      return try await Task.never()
    }
    let request = await store.send(.view(.enterTapped)) { $0.isChecking = true }
    await store.send(.view(.enterTapped))
    #expect(calls.value == 1)
    await request.cancel()
  }

  @Test func `presents the rules to a new reader, and removes them when they are agreed to`() async
  {
    let newcomer = Reader(id: 8, name: "Bo", isNew: true)
    let store = makeDesk { _, _ in newcomer }
    store.exhaustivity = .off
    await store.send(.view(.enterTapped))
    await store.receive(\.admission.success) { $0.rules = HouseRules.State(reader: newcomer) }
    await store.send(\.rules.nextTapped) { $0.rules?.page = 2 }
    await store.send(\.rules.nextTapped) { $0.rules?.reader.isNew = false }
    await store.receive(\.rules.delegate.agreed) { $0.rules = nil }
    store.exhaustivity = .on
    // The sheet does not dismiss itself again.
    await store.receive(\.delegate.admitted, Reader(id: 8, name: "Bo"))
    await store.finish()
  }

  @Test func `lets a new reader go without a consent`() async {
    let rules = HouseRules.State(reader: ada)
    let store = TestStore(initialState: CardDesk.State(rules: rules)) { CardDesk() }
    await store.send(\.rules.notNowTapped)
    await store.receive(\.rules.dismiss) { $0.rules = nil }
  }

  @Test func `offers to look for the books again`() async {
    let attempts = LockIsolated(0)
    let store = makeShelves {
      $0.desk.loans = { [tides] _ in
        let attempt = attempts.withValue {
          $0 += 1
          return $0
        }
        if attempt == 1 { throw DeskError.closed }
        return [tides]
      }
    }
    store.exhaustivity = .off
    await store.send(\.inside.appeared)
    await store.receive(\.inside.loansResponse.failure) {
      $0.modify(\.inside) { $0.isLoading = false }
    }
    #expect(store.state.inside?.notice?.actions.first?.action == .send(.retry))
    await store.send(\.inside.notice.retry) { $0.modify(\.inside) { $0.notice = nil } }
    await store.receive(\.inside.loansResponse.success) {
      $0.modify(\.inside) { $0.loans = [LoanRow.State(loan: tides)] }
    }
  }

  @Test func `sorts the books by a menu`() async {
    let store = makeShelves()
    store.exhaustivity = .off
    await store.send(\.inside.sortTapped)
    #expect(store.state.inside?.menu?.titleVisibility == .visible)
    await store.send(\.inside.menu.byTitle)
    #expect(store.state.inside?.loans.map(\.id) == [2, 1])
    #expect(store.state.inside?.menu == nil)
    await store.send(\.inside.sortTapped)
    await store.send(\.inside.menu.byDate)
    #expect(store.state.inside?.loans.map(\.id) == [1, 2])
  }

  @Test func `renews one book and not another`() async {
    let store = makeShelves {
      $0.desk.renew = { id in
        if id == 2 { throw DeskError.reserved(by: 3) }
        return Date(timeIntervalSince1970: 300)
      }
    }
    await store.send(\.inside.loans[id: 1].renewTapped)
    await store.receive(\.inside.loans[id: 1].renewal.success) {
      $0.modify(\.inside) { $0.loans[id: 1]?.loan.due = Date(timeIntervalSince1970: 300) }
    }
    await store.send(\.inside.loans[id: 2].renewTapped)
    await store.receive(\.inside.loans[id: 2].renewal.failure) {
      $0.modify(\.inside) {
        $0.loans[id: 2]?.notice = AlertState {
          TextState("“Sundials” cannot be renewed")
        } message: {
          TextState("3 others wait for it.")
        }
      }
    }
    await store.send(\.inside.loans[id: 2].notice.dismiss) {
      $0.modify(\.inside) { $0.loans[id: 2]?.notice = nil }
    }
  }

  @Test func `ends the renewal of a returned book`() async {
    let store = makeShelves { $0.desk.renew = { _ in try await Task.never() } }
    let renewal = await store.send(\.inside.loans[id: 2].renewTapped)
    await store.send(\.inside.loans[id: 2].returnTapped)
    await store.receive(\.inside.loans[id: 2].delegate.returned) {
      $0.modify(\.inside) { _ = $0.loans.remove(id: 2) }
    }
    await renewal.finish()
  }

  @Test func `ends all requests when the reader leaves`() async {
    let store = makeShelves { $0.desk.loans = { _ in try await Task.never() } }
    store.exhaustivity = .off
    let request = await store.send(\.inside.appeared)
    await store.send(\.inside.leaveTapped)
    await store.send(\.inside.notice.leave)
    await store.receive(\.inside.delegate.left) { $0 = .outside(CardDesk.State()) }
    store.exhaustivity = .on
    await request.finish()
    await store.finish()
  }

  @Test func `has a screen that sends the view's actions and binds its fields`() {
    let store = Store(initialState: CardDesk.State()) { CardDesk() }
    DeskScreen(store: store).enter()
    #expect(store.focus == .card)
    store.send(.view(.set(\.card, "A-1")))
    DeskScreen(store: store).enter()
    #expect(store.focus == .pin)
  }
}
