import ComposableCombine
import Foundation
import MachoArchitectures
import Testing

@testable import MachoGallery

private typealias Boot = CALearning.Boot
private typealias Dependencies = CALearning.Dependencies

/// The use case with publishers, as an app runs it: without macho.
@Suite(.serialized) struct PublisherUseCaseTests {
  private struct Full: Error {}

  private struct FailingStore: CALearning.StoreInterface {
    func save(_ keyValue: CALearning.KeyValue) throws { throw Full() }
    func get<K: CALearning.Key>(_ key: K) throws -> K.ValueType? { throw Full() }
    func delete<K: CALearning.Key>(_ key: K) throws { throw Full() }
  }

  /// Runs the use case with a store. Returns the scenario, the entered scenes and the error.
  private func interact(
    with store: some CALearning.StoreInterface
  ) -> (scenario: [Boot]?, entered: [Boot], error: (any Error)?) {
    let outer = Dependencies.shared
    defer { outer.set(mock: outer) }
    Dependencies.shared.set(mock: Dependencies(dataStore: store))
    var result: (scenario: [Boot]?, entered: [Boot], error: (any Error)?) = (nil, [], nil)
    withDependencies {
      $0.mainQueue = .immediate
    } operation: {
      let subscription = Boot().interact { result.entered.append($0) }.sink {
        if case .failure(let error) = $0 { result.error = error }
      } receiveValue: {
        result.scenario = $0
      }
      subscription.cancel()
    }
    return result
  }

  @Test(arguments: [true, false])
  func `the scenario has each scene that was performed`(isDone: Bool) throws {
    let store = CALearning.MemoryDataStore()
    store.save(.bool(key: .hasCompletedTutorial, value: isDone))
    let result = interact(with: store)
    let last: Boot =
      isDone
      ? .basic(scene: .チュートリアル完了の記録がある場合_アプリはログイン画面を表示)
      : .alternate(scene: .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
    #expect(result.scenario == [Boot(), last])
    #expect(result.entered == [Boot(), last])
    #expect(result.error == nil)
  }

  @Test func `a store that fails ends the scenario with its error`() {
    let result = interact(with: FailingStore())
    #expect(result.scenario == nil)
    #expect(result.entered == [Boot()])
    #expect(result.error is Full)
  }

  @Test func `a scene without work of its own is followed by the next one`() {
    var next: Boot?
    let subscription = Boot().just(next: Boot()).sink { _ in
    } receiveValue: {
      next = $0
    }
    subscription.cancel()
    #expect(next == Boot())
  }

  @Test func `the domain reads and writes the store of a mock`() throws {
    let outer = Dependencies.shared
    defer { outer.set(mock: outer) }
    let store = CALearning.MemoryDataStore()
    outer.set(mock: Dependencies(dataStore: store))
    #expect(try !CALearning.Application().hasCompletedTutorial)
    try CALearning.Application().setHasCompletedTutorial(true)
    #expect(store.get(CALearning.KeyValue.BoolKey.hasCompletedTutorial) == true)
    #expect(try CALearning.Application().hasCompletedTutorial)
  }

  @Test func `the user's defaults have a value under the text of its key`() throws {
    let suite = "macho-\(UUID().uuidString)"
    let defaults = try #require(UserDefaults(suiteName: suite))
    defer { defaults.removePersistentDomain(forName: suite) }
    let store = CALearning.UserDefaultsDataStore(suite: suite)
    let key = CALearning.KeyValue.BoolKey.hasCompletedTutorial
    #expect(store.get(key) == nil)
    store.save(.bool(key: key, value: true))
    #expect(defaults.object(forKey: "hasCompletedTutorial") as? Bool == true)
    #expect(store.get(key) == true)
    store.delete(key)
    #expect(store.get(key) == nil)
  }
}
