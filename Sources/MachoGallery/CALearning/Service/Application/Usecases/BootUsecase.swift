import ComposableCombine

extension CALearning {
  /// The use case "a user starts the application". Scenes have the names of its specification.
  enum Boot: Usecase, Equatable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    enum Basics: Equatable, Sendable {
      case アプリはユーザがチュートリアル完了の記録がないかを調べる
      case チュートリアル完了の記録がある場合_アプリはログイン画面を表示
    }

    // swift-format-ignore: AlwaysUseLowerCamelCase
    enum Alternatives: Equatable, Sendable {
      case チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示
    }

    case basic(scene: Basics)
    case alternate(scene: Alternatives)

    init() { self = .basic(scene: .アプリはユーザがチュートリアル完了の記録がないかを調べる) }

    func next() -> AnyPublisher<Boot, any Error>? {
      switch self {
      case .basic(.アプリはユーザがチュートリアル完了の記録がないかを調べる): detect()
      case .basic(.チュートリアル完了の記録がある場合_アプリはログイン画面を表示),
        .alternate(.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示):
        nil
      }
    }

    /// Shows the splash screen for two seconds, then selects the next screen.
    private func detect() -> AnyPublisher<Boot, any Error> {
      Deferred {
        Future { promise in
          @Dependency(\.mainQueue) var mainQueue
          withEscapedDependencies { dependencies in
            let end = mainQueue.now.advanced(by: .seconds(2))
            mainQueue.schedule(after: end, tolerance: .zero, options: nil) {
              promise(dependencies.yield { Result { try Self.screen() } })
            }
          }
        }
      }
      .eraseToAnyPublisher()
    }

    /// Returns the scene of the screen that follows the splash screen.
    private static func screen() throws -> Boot {
      try Application().hasCompletedTutorial
        ? .basic(scene: .チュートリアル完了の記録がある場合_アプリはログイン画面を表示)
        : .alternate(scene: .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
    }
  }
}
