import ComposableCombine
import MachoArchitectures

extension CALearning {
  /// The container view without its pixels: it calls the presenter and shows what that publishes.
  final class ContentView: ViewModel {
    let output: Observed<BootScreen>
    private let presenter: Presenter
    private var cancellables: [AnyCancellable] = []

    init(_ screen: BootScreen, presenter: Presenter) {
      output = Observed(screen)
      self.presenter = presenter
      presenter.currentView = screen.currentView
      presenter.failure = screen.failure
      cancellables = [
        presenter.$currentView.sink { [output] view in output.update { $0.currentView = view } },
        presenter.$failure.sink { [output] failure in output.update { $0.failure = failure } },
      ]
    }

    func send(_ input: BootPresenter.Input) {
      switch input {
      case .splashAppeared: presenter.boot()
      case .tutorialCompleted: presenter.completeTutorial()
      }
    }
  }
}
