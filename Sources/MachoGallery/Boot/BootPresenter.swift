import MachoArchitectures

/// The screens of the application.
enum Views: Equatable, Sendable {
  case splash, tutorial, login
}

/// The content of the container view.
struct BootScreen: Equatable, Sendable {
  var currentView = Views.splash
  var failure: String?
}

/// Runs the use case when the splash screen appears, and shows the screen of the last scene.
final class BootPresenter: ViewModel, Sendable {
  enum Input: Equatable, Sendable {
    case splashAppeared
    case tutorialCompleted
  }

  let output: Observed<BootScreen>
  private let tasks: TaskRunner
  private let onScene: @Sendable (Boot) -> Void

  init(_ screen: BootScreen, tasks: TaskRunner, onScene: @escaping @Sendable (Boot) -> Void) {
    output = Observed(screen)
    self.tasks = tasks
    self.onScene = onScene
  }

  func send(_ input: Input) {
    switch input {
    case .splashAppeared: boot()
    case .tutorialCompleted:
      attempt {
        try Application().completeTutorial()
        output.update { $0.currentView = .login }
      }
    }
  }

  private func boot() {
    tasks.start("boot", replacing: true) { [self] in
      do {
        let scenario = try await Boot().interact(onScene: self.onScene)
        show(scenario)
      } catch let error where !(error is CancellationError) {
        output.update { $0.failure = "\(error)" }
      }
    }
  }

  private func show(_ scenario: [Boot]) {
    output.update { screen in
      screen.failure = nil
      switch scenario.last {
      case .basic(.チュートリアル完了の記録がある場合_アプリはログイン画面を表示): screen.currentView = .login
      case .alternate(.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示):
        screen.currentView = .tutorial
      case .basic(.アプリはユーザがチュートリアル完了の記録がないかを調べる), nil: break
      }
    }
  }

  private func attempt(_ body: () throws -> Void) {
    do { try body() } catch { output.update { $0.failure = "\(error)" } }
  }
}
