import Foundation
import Quick
import Testing

@testable import CALearning
@testable import SeedSpecs

/// In the order of their declaration: they use the same defaults.
@Suite(.serialized) struct `the document's specifications` {
  @Test func `the start of the app behaves as specified`() async {
    let results = await BootSpec.run()
    #expect(results.map(\.failures) == [[], []])
    #expect(results.map(\.path.count) == [3, 3])
    UserDefaultsDataStore().delete(KeyValue.BoolKey.hasCompletedTutorial)
  }

  @Test func `the data store behaves as specified`() async {
    let results = await UserDefaultsSpec.run()
    #expect(results.map(\.failures) == [[]])
    UserDefaultsDataStore().delete(KeyValue.BoolKey.hasCompletedTutorial)
  }

  @Test func `a specification that is not met fails`() async {
    #expect(
      await FailingSpec.run() == [
        ExampleResult(
          path: ["a value", "has another one"], failures: ["expected to equal 2, got 1"])
      ])
  }
}
