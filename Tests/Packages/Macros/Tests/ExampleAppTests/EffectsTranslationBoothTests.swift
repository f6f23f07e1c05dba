import ComposableArchitecture
import ExampleApps
import Testing

@MainActor
@Suite struct `the translation booth` {
  private struct Failure: Error {}

  private let speech = AsyncThrowingStream.makeStream(of: BoothClient.Utterance.self)

  private func makeStore(
    permission: BoothClient.Permission = .granted,
    translate: @escaping @Sendable (String) async throws -> String = { $0.uppercased() }
  ) -> TestStoreOf<TranslationBooth> {
    TestStore(initialState: TranslationBooth.State()) {
      TranslationBooth()
    } withDependencies: { [speech] in
      $0.booth.hangUp = {
        speech.continuation.yield(BoothClient.Utterance("good day", isComplete: true))
        speech.continuation.finish()
      }
      $0.booth.listen = { speech.stream }
      $0.booth.permission = { permission }
      $0.booth.translate = translate
    }
  }

  private func listen(_ store: TestStoreOf<TranslationBooth>) async {
    await store.send(.microphoneButtonTapped)
    await store.receive(\.permission, .granted) { $0.isListening = true }
  }

  @Test func `translates what is said, to the end`() async {
    let store = makeStore()
    await listen(store)
    speech.continuation.yield(BoothClient.Utterance("good"))
    await store.receive(\.heard.success) {
      $0.heard = "good"
      $0.lastRequest = 1
    }
    await store.receive(\.translated) {
      $0.translation = "GOOD"
      $0.translationRequest = 1
    }
    await store.send(.microphoneButtonTapped) { $0.isListening = false }
    await store.receive(\.heard.success) {
      $0.heard = "good day"
      $0.lastRequest = 2
    }
    await store.receive(\.speechEnded)
    await store.receive(\.translated) {
      $0.translation = "GOOD DAY"
      $0.translationRequest = 2
    }
    await store.finish()
  }

  @Test func `ignores a translation that a newer one has overtaken`() async {
    let slow = AsyncStream.makeStream(of: String.self)
    let store = makeStore { text in
      guard text == "a" else { return text.uppercased() }
      for await translation in slow.stream { return translation }
      throw CancellationError()
    }
    await listen(store)
    store.exhaustivity = .off
    speech.continuation.yield(BoothClient.Utterance("a"))
    await store.receive(\.heard.success)
    speech.continuation.yield(BoothClient.Utterance("a b"))
    await store.receive(\.translated) { $0.translation = "A B" }
    store.exhaustivity = .on
    slow.continuation.yield("too late")
    await store.receive(\.translated)
    #expect(store.state.translation == "A B")
    speech.continuation.finish()
    await store.receive(\.speechEnded) { $0.isListening = false }
    await store.finish()
  }

  @Test func `shows a word that it does not know`() async {
    let store = makeStore { text in
      if text == "x" { throw BoothClient.Failure.noWord(text) }
      throw Failure()
    }
    store.exhaustivity = .off
    await listen(store)
    speech.continuation.yield(BoothClient.Utterance("x"))
    await store.receive(\.translated) { $0.translation = "(x?)" }
    speech.continuation.yield(BoothClient.Utterance("x y"))
    await store.receive(\.translated) { $0.translation = "(no translation)" }
    speech.continuation.finish()
    await store.receive(\.speechEnded) { $0.isListening = false }
  }

  @Test func `stops with an alert when the microphone breaks`() async {
    let store = makeStore()
    await listen(store)
    speech.continuation.finish(throwing: Failure())
    await store.receive(\.heard.failure) {
      $0.alert = AlertState {
        TextState("Nothing to hear")
      } message: {
        TextState("Failure()")
      }
      $0.isListening = false
    }
    await store.send(\.alert.dismiss) { $0.alert = nil }
  }

  @Test(arguments: [
    (BoothClient.Permission.refused, "Allow it in the settings."),
    (.forbiddenByPolicy, "The organizer of the event has turned it off."),
    (.undecided, "Please answer the question first."),
  ])
  func `says why it cannot listen`(permission: BoothClient.Permission, why: String) async {
    let store = makeStore(permission: permission)
    await store.send(.microphoneButtonTapped)
    await store.receive(\.permission, permission) {
      $0.alert = AlertState {
        TextState("The microphone is off limits")
      } message: {
        TextState(why)
      }
    }
  }

  @Test func `has a live client without a microphone`() async throws {
    let client = BoothClient.liveValue
    #expect(try await client.translate(text: "Good World") == "bonum munde")
    await #expect(throws: BoothClient.Failure.noWord("day")) {
      try await client.translate(text: "good day")
    }
    await #expect(throws: BoothClient.Failure.microphoneUnplugged) {
      for try await _ in try await client.listen() {}
    }
  }

  @Test(arguments: [true, false]) func `has a preview that speaks`(isCutShort: Bool) async {
    let clock = TestClock()
    let store = TestStore(initialState: TranslationBooth.State()) {
      TranslationBooth()
    } withDependencies: {
      $0.context = .preview
      $0.continuousClock = clock
      $0.booth = .previewValue
    }
    store.exhaustivity = .off
    await listen(store)
    await clock.advance(by: .milliseconds(1_100))
    await store.receive(\.translated) { $0.translation = "bonum" }
    await store.receive(\.translated) { $0.translation = "bonum mane" }
    if isCutShort { await store.send(.microphoneButtonTapped) { $0.isListening = false } }
    await clock.advance(by: .milliseconds(400))
    await store.receive(\.speechEnded) {
      $0.heard = isCutShort ? "good morning" : "good morning world"
      $0.isListening = false
    }
    await store.finish()
  }
}
