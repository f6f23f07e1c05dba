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

  @Test func `the domain model's first version has completed the tutorial`() {
    let application = Domain.Application()
    application.hasCompletedTutorial = false
    #expect(application.hasCompletedTutorial)
  }
}
