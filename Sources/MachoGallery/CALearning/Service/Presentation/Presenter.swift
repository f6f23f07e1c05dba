import ComposableCombine
import MachoArchitectures

extension CALearning {
  /// Runs the use case for the view, and publishes what the view shows.
  ///
  /// SAFETY: like the view, it is used on one thread: the store's.
  final class Presenter: ObservableObject, @unchecked Sendable {
    @Published var currentView = Views.splash
    @Published var failure: String?
    private let tasks: TaskRunner
    private let onScene: @Sendable (Boot) -> Void

    init(tasks: TaskRunner, onScene: @escaping @Sendable (Boot) -> Void = { _ in }) {
      self.tasks = tasks
      self.onScene = onScene
    }

    /// Runs the use case, and shows the screen of its last scene.
    func boot() {
      tasks.subscribe("boot", replacing: true) { [onScene] in
        Boot().interact(onScene: onScene)
      } receiveCompletion: { [self] completion in
        if case .failure(let error) = completion { failure = "\(error)" }
      } receiveValue: { [self] scenario in
        failure = nil
        switch scenario.last {
        case .basic(.チュートリアル完了の記録がある場合_アプリはログイン画面を表示): currentView = .login
        case .alternate(.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示):
          currentView = .tutorial
        case .basic(.アプリはユーザがチュートリアル完了の記録がないかを調べる), nil: break
        }
      }
    }

    /// Records that the user has completed the tutorial.
    func completeTutorial() {
      do {
        try Application().setHasCompletedTutorial(true)
        currentView = .login
      } catch { failure = "\(error)" }
    }
  }
}
