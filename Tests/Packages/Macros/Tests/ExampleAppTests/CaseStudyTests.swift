import ComposableArchitecture
import ComposableTestSupport
import ExampleApps
import Foundation
import Testing
import XCTest

@MainActor
@Suite(.dependencies) struct CaseStudyTests {
  @Test func `A rainbow shows each color for a second`() async {
    let clock = TestClock()
    let store = TestStore(initialState: .init()) {
      Animations()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.rainbowButtonTapped)
    await store.receive(\.setColor, .red) { $0.circleColor = .red }
    await clock.advance(by: .seconds(1))
    await store.receive(\.setColor, .blue) { $0.circleColor = .blue }
    await store.send(.resetButtonTapped) {
      $0.alert = AlertState {
        TextState("Reset state?")
      } actions: {
        ButtonState(
          role: .destructive,
          action: .send(.resetConfirmationButtonTapped, animation: .default)
        ) {
          TextState("Reset")
        }
        ButtonState(role: .cancel) {
          TextState("Cancel")
        }
      }
    }
    await store.send(\.alert.resetConfirmationButtonTapped) { $0 = Animations.State() }
    await store.finish()
  }

  @Test func `A web socket receives what it sent`() async {
    let actions = AsyncStream.makeStream(of: WebSocketClient.Action.self)
    let messages = AsyncStream.makeStream(of: Result<WebSocketClient.Message, any Error>.self)
    let store = TestStore(initialState: WebSocket.State()) {
      WebSocket()
    } withDependencies: {
      $0.continuousClock = ImmediateClock()
      $0.webSocket.open = { @Sendable _, _, _ in actions.stream }
      $0.webSocket.receive = { @Sendable _ in messages.stream }
      $0.webSocket.send = { @Sendable _, _ in messages.continuation.yield(.success(.string("Hi"))) }
      $0.webSocket.sendPing = { @Sendable _ in try await Task.never() }
    }
    await store.send(.connectButtonTapped) { $0.connectivityState = .connecting }
    actions.continuation.yield(.didOpen(protocol: nil))
    await store.receive(\.webSocket.didOpen) { $0.connectivityState = .connected }
    await store.send(.messageToSendChanged("Hi")) { $0.messageToSend = "Hi" }
    await store.send(.sendButtonTapped) { $0.messageToSend = "" }
    await store.receive(\.sendResponse)
    await store.receive(\.receivedSocketMessage.success) { $0.receivedMessages = ["Hi"] }
    await store.send(.connectButtonTapped) { $0.connectivityState = .disconnected }
    await store.finish()
  }

  @Test func `A screen closes itself and loses its effects`() async {
    let queue = DispatchQueue.test
    let store = TestStore(initialState: NavigationDemo.State()) {
      NavigationDemo()
    } withDependencies: {
      $0.mainQueue = queue.eraseToAnyScheduler()
    }
    await store.send(.goToABCButtonTapped) {
      $0.path[id: 0] = .screenA(ScreenA.State())
      $0.path[id: 1] = .screenB(ScreenB.State())
      $0.path[id: 2] = .screenC(ScreenC.State())
    }
    await store.send(\.path[id: 2].screenC.startButtonTapped) {
      $0.path[id: 2]?.modify(\.screenC) { $0.isTimerRunning = true }
    }
    await queue.advance(by: .seconds(1))
    await store.receive(\.path[id: 2].screenC.timerTick) {
      $0.path[id: 2]?.modify(\.screenC) { $0.count = 1 }
    }
    await store.send(.goBackToScreen(id: 0)) {
      $0.path[id: 1] = nil
      $0.path[id: 2] = nil
    }
    await store.send(\.path[id: 0].screenA.dismissButtonTapped)
    await store.receive(\.path.popFrom) { $0.path = StackState() }
  }

  @Test func `A failed favorite toggles back when its alert is dismissed`() async {
    struct Failure: LocalizedError, Equatable {
      var errorDescription: String? { "Sorry" }
    }
    let store = TestStore(
      initialState: FavoritingState(id: 1, isFavorite: false)
    ) {
      Favoriting<Int> { _, _ in throw Failure() }
    }
    await store.send(.buttonTapped) { $0.isFavorite = true }
    await store.receive(\.response.failure) { $0.alert = AlertState { TextState("Sorry") } }
    await store.send(\.alert.dismiss) {
      $0.alert = nil
      $0.isFavorite = false
    }
  }

  @Test func `Tabs share their statistics`() async {
    let store = TestStore(initialState: SharedStateInMemory.State()) { SharedStateInMemory() }
    await store.send(\.counter.incrementButtonTapped) {
      $0.counter.$stats.withLock { $0.increment() }
    }
    #expect(store.state.profile.stats.count == 1)
    await store.send(\.profile.resetStatsButtonTapped) {
      $0.profile.$stats.withLock { $0 = Stats() }
    }
  }

  @Test func `An effect changes a file without an action`() async {
    let clock = TestClock()
    let store = TestStore(initialState: SharedStateFileStorage.State()) {
      SharedStateFileStorage()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.incrementButtonTapped) { $0.$stats.withLock { $0.increment() } }
    await store.send(.delayedResetButtonTapped)
    await clock.advance(by: .seconds(1))
    store.assert { $0.$stats.withLock { $0 = Stats() } }
  }

  @Test func `A row contains rows`() async {
    let store = TestStore(initialState: Nested.State(id: UUID(9))) {
      Nested()
    } withDependencies: {
      $0.uuid = .incrementing
    }
    await store.send(.addRowButtonTapped) { $0.rows = [Nested.State(id: UUID(0))] }
    await store.send(\.rows[id: UUID(0)].addRowButtonTapped) {
      $0.rows[id: UUID(0)]?.rows = [Nested.State(id: UUID(1))]
    }
    await store.send(\.rows[id: UUID(0)].rows[id: UUID(1)].nameTextFieldChanged, "x") {
      $0.rows[id: UUID(0)]?.rows[id: UUID(1)]?.name = "x"
    }
  }

  @Test func `Skipped assertions are shown without failing`() async {
    let store = TestStore(initialState: .init()) {
      EffectsBasics()
    } withDependencies: {
      $0.factClient.fetch = { @Sendable in "\($0) is good" }
    }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.incrementButtonTapped)
    await store.send(.numberFactButtonTapped)
    await store.receive(\.numberFactResponse.success) { $0.numberFact = "1 is good" }
  }
}

final class CaseStudyXCTests: XCTestCase {
  @MainActor
  func testTimerTicks() async {
    let clock = TestClock()
    let store = TestStore(initialState: .init()) {
      Timers()
    } withDependencies: {
      $0.continuousClock = clock
    }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = true }
    await clock.advance(by: .seconds(2))
    await store.receive(\.timerTicked) { $0.secondsElapsed = 1 }
    await store.receive(\.timerTicked) { $0.secondsElapsed = 2 }
    await store.send(.toggleTimerButtonTapped) { $0.isTimerActive = false }
  }

  @MainActor
  func testSignUpSharesItsData() async {
    let store = TestStore(initialState: SignUpFlow.State()) { SignUpFlow() }
    store.exhaustivity = .off
    await store.send(.startButtonTapped)
    await store.send(\.path[id: 0].basics.emailChanged, "blob@pointfree.co")
    XCTAssertEqual(store.state.signUpData.email, "blob@pointfree.co")
    await store.send(\.path[id: 0].basics.nextButtonTapped)
    await store.send(\.path[id: 1].topics.toggled, .advancedSwift)
    XCTAssertEqual(store.state.signUpData.topics, [.advancedSwift])
    await store.send(\.path[id: 1].topics.doneButtonTapped)
    await store.receive(\.path[id: 1].topics.delegate.stepFinished)
    XCTAssertTrue(store.state.path.isEmpty)
  }

  @MainActor
  func testSkippedAssertionsAreShownWithoutFailing() async {
    let store = TestStore(initialState: .init()) { EffectsCancellation() }
    store.exhaustivity = .off(showSkippedAssertions: true)
    await store.send(.stepperChanged(3))
    XCTAssertEqual(store.state.count, 3)
  }
}
