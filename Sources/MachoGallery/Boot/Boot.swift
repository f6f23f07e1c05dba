import Composable
import MachoArchitectures

/// The use case "a user starts the application". Scenes have the names of its specification.
enum Boot: UseCase, Equatable {
  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Basics: Equatable {
    case アプリはユーザがチュートリアル完了の記録がないかを調べる
    case チュートリアル完了の記録がある場合_アプリはログイン画面を表示
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  enum Alternatives: Equatable {
    case チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示
  }

  case basic(scene: Basics)
  case alternate(scene: Alternatives)

  init() { self = .basic(scene: .アプリはユーザがチュートリアル完了の記録がないかを調べる) }

  func next() async throws -> Boot? {
    switch self {
    case .basic(.アプリはユーザがチュートリアル完了の記録がないかを調べる): try await detect()
    case .basic(.チュートリアル完了の記録がある場合_アプリはログイン画面を表示),
      .alternate(.チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示):
      nil
    }
  }

  /// Shows the splash screen for two seconds, then selects the next screen.
  private func detect() async throws -> Boot {
    @Dependency(\.continuousClock) var clock
    try await clock.sleep(for: .seconds(2))
    return try Application().hasCompletedTutorial()
      ? .basic(scene: .チュートリアル完了の記録がある場合_アプリはログイン画面を表示)
      : .alternate(scene: .チュートリアル完了の記録がない場合_アプリはチュートリアル画面を表示)
  }
}
