import ComposableArchitecture
import SeedHost
import SeedSwiftUI
import Testing

@testable import CALearning
@testable import SeedStages

/// The versions of the app's parts before the last ones.
@MainActor
@Suite struct `the document's stages` {
  @Test func `the view's first version selects its screen by itself`() {
    var view = FirstContentView()
    #expect(Screen(view).texts != ["Login"])
    view.currentView = .login
    #expect(Screen(view).texts == ["Login"])
  }

  @Test func `the scenario begins with the first scene, and the version after it ends there`() {
    guard case .basic(.アプリはユーザがチュートリアル完了の記録がないかを調べる) = Scenario.Boot() else {
      Issue.record("the scenario begins elsewhere")
      return
    }
    let first = Scenes.Boot.basic(scene: .アプリはユーザがチュートリアルを完了した記録がないかを調べる)
    #expect(first.next() == nil)
  }

  @Test func `a scenario runs without a presenter, and with the presenter's first version`() {
    #expect(printed { _ = interact() } == 2)
    let presenter = SeedStages.Presenter()
    #expect(printed { presenter.boot() } == 2)
  }

  @Test func `a view may own its presenter, receive it, or have it from the app`() {
    #expect(Screen(OwnedObject.ContentView()).texts == ["Presenter"])
    #expect(Screen(ReceivedObject.ContentView()).texts == ["Presenter"])
    #expect(Screen(SeedStages.CALearningApp()).texts == ["Presenter"])
  }

  /// Returns how many texts are printed if the main queue does not delay.
  private func printed(_ body: () -> Void) -> Int {
    let count = LockIsolated(0)
    let schedule: @Sendable (Double, @escaping MainQueue.Work) -> Void = { _, work in work() }
    let record: @Sendable (String) -> Void = { _ in count.withValue { $0 += 1 } }
    MainQueue.$schedule.withValue(schedule) { Printing.$record.withValue(record, operation: body) }
    return count.value
  }

  @Test func `the domain model's first version has completed the tutorial`() {
    let application = Domain.Application()
    application.hasCompletedTutorial = false
    #expect(application.hasCompletedTutorial)
  }
}
