import ComposableArchitecture
import ComposableTestSupport
import ExampleApps
import Foundation
import Testing

@MainActor
@Suite(.dependencies) struct AppTests {
  @Test func `A completed todo moves to the end after a second`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: Todos.State(todos: [
        Todo.State(description: "Milk", id: UUID(0)), Todo.State(description: "Eggs", id: UUID(1)),
      ])
    ) {
      Todos()
    } withDependencies: {
      $0.continuousClock = clock
      $0.uuid = .incrementing
    }
    await store.send(\.todos[id: UUID(0)].binding.isComplete, true) {
      $0.todos[id: UUID(0)]?.isComplete = true
    }
    await clock.advance(by: .seconds(1))
    await store.receive(\.sortCompletedTodos) {
      $0.todos = [$0.todos[1], $0.todos[0]]
    }
    await store.send(\.binding.editMode, .active) { $0.editMode = .active }
    await store.send(\.binding.filter, .completed) { $0.filter = .completed }
    await store.send(.delete([0])) { $0.todos = [$0.todos[0]] }
  }

  @Test func `An emptied search cancels the request`() async {
    let store = TestStore(initialState: Search.State()) {
      Search()
    } withDependencies: {
      $0.weatherClient.search = { @Sendable _ in try await Task.never() }
    }
    await store.send(.searchQueryChanged("S")) { $0.searchQuery = "S" }
    await store.send(.searchQueryChangeDebounced)
    await store.send(.searchQueryChanged("")) { $0.searchQuery = "" }
  }

  @Test func `A second factor leads to a new game`() async throws {
    let store = TestStore(initialState: TicTacToe.State.login(Login.State())) {
      TicTacToe.body
    } withDependencies: {
      $0.authenticationClient.login = { @Sendable _, _ in
        AuthenticationResponse(token: "deadbeef", twoFactorRequired: true)
      }
      $0.authenticationClient.twoFactor = { @Sendable _, _ in
        AuthenticationResponse(token: "deadbeefdeadbeef", twoFactorRequired: false)
      }
    }
    await store.send(\.login.view.binding.email, "2fa@pointfree.co") {
      $0.modify(\.login) { $0.email = "2fa@pointfree.co" }
    }
    await store.send(\.login.view.binding.password, "password") {
      $0.modify(\.login) {
        $0.password = "password"
        $0.isFormValid = true
      }
    }
    await store.send(.login(.view(.loginButtonTapped))) {
      $0.modify(\.login) { $0.isLoginRequestInFlight = true }
    }
    await store.receive(\.login.loginResponse.success) {
      $0.modify(\.login) {
        $0.isLoginRequestInFlight = false
        $0.twoFactor = TwoFactor.State(token: "deadbeef")
      }
    }
    await store.send(\.login.twoFactor.view.submitButtonTapped) {
      $0.modify(\.login) { $0.twoFactor?.isTwoFactorRequestInFlight = true }
    }
    await store.receive(\.login.twoFactor.twoFactorResponse.success) {
      $0 = .newGame(NewGame.State())
    }
  }

  @Test func `A meeting ends with the last attendee`() async {
    let clock = TestClock()
    let store = TestStore(
      initialState: AppFeature.State(
        path: StackState([
          .detail(SyncUpDetail.State(syncUp: Shared(value: .mock))),
          .record(RecordMeeting.State(syncUp: Shared(value: .mock))),
        ]))
    ) {
      AppFeature()
    } withDependencies: {
      $0.continuousClock = clock
      $0.date.now = Date(timeIntervalSince1970: 0)
      $0.uuid = .incrementing
      $0.soundEffectClient.play = {}
      $0.transcriptClient.authorizationStatus = { .denied }
    }
    store.exhaustivity = .off
    await store.send(\.path[id: 1].record.onTask)
    await clock.advance(by: .seconds(60))
    await store.skipReceivedActions()
    #expect(store.state.path.count == 1)
  }

  @Test func `Deleting a sync-up removes it from the shared list`() async throws {
    @Shared(.syncUps) var syncUps = [.mock]
    let shared = try #require(Shared($syncUps[id: SyncUp.mock.id]))
    let store = TestStore(initialState: SyncUpDetail.State(syncUp: shared)) {
      SyncUpDetail()
    }
    await store.send(.deleteButtonTapped) { $0.destination = .alert(.deleteSyncUp) }
    await store.send(\.destination.alert.confirmDeletion) {
      $0.destination = nil
    }
    #expect(syncUps.isEmpty && store.isDismissed)
  }

  @Test func `A voice memo is recorded`() async {
    let clock = TestClock()
    let finished = AsyncStream<Void>.makeStream()
    let store = TestStore(initialState: VoiceMemos.State()) {
      VoiceMemos()
    } withDependencies: {
      $0.audioRecorder.requestRecordPermission = { true }
      $0.audioRecorder.startRecording = { @Sendable _ in
        for await _ in finished.stream {}
        return true
      }
      $0.audioRecorder.currentTime = { 2.5 }
      $0.audioRecorder.stopRecording = { finished.continuation.finish() }
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.temporaryDirectory = { URL(fileURLWithPath: "/tmp") }
      $0.uuid = .constant(UUID(0))
    }
    store.exhaustivity = .off(showSkippedAssertions: false)
    await store.send(.recordButtonTapped)
    await store.receive(\.recordPermissionResponse)
    await store.send(\.recordingMemo.onTask)
    await clock.advance(by: .seconds(2))
    await store.send(\.recordingMemo.stopButtonTapped)
    await store.receive(\.recordingMemo.delegate.didFinish.success)
    #expect(store.state.voiceMemos.map(\.duration) == [2.5])
    #expect(store.state.recordingMemo == nil)
  }
}
