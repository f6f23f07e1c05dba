import ComposableArchitecture
import IssueReporting
import MachoArchitectures
import MachoKit
import SeedSwiftUI

@testable import CALearning
@testable import SeedContacts
@testable import SeedCounter
@testable import SeedFlux
@testable import SeedList
@testable import SeedSearch

/// What a user does with a view.
enum Touch {
  case appear
  case tap(String)
  /// Taps the only button.
  case tapButton
}

/// What a user sees of a view.
struct Shown: Equatable {
  var texts: [String] = []
}

/// A view of a document with its user.
@MainActor
final class ScreenModel {
  let makeScreen: (TaskRunner) -> Screen
  var screen: Screen?

  init(_ makeScreen: @escaping (TaskRunner) -> Screen) { self.makeScreen = makeScreen }

  var shown: Shown { Shown(texts: screen?.texts ?? []) }

  func handle(_ touch: Touch, _ tasks: TaskRunner) {
    let screen = screen ?? makeScreen(tasks)
    self.screen = screen
    Host(tasks).run {
      switch touch {
      case .appear: screen.appear()
      case .tap(let text): tap(text, of: screen)
      case .tapButton:
        guard screen.buttons.count == 1 else { return reportButtons(of: screen, "one button") }
        tap(screen.buttons[0], of: screen)
      }
    }
  }

  private func tap(_ text: String, of screen: Screen) {
    if !screen.tap(text) { reportButtons(of: screen, "a button '\(text)'") }
  }

  private func reportButtons(of screen: Screen, _ expected: String) {
    reportIssue("The screen does not have \(expected). Its buttons: \(screen.buttons)")
  }
}

extension Driver {
  private static func view(
    _ name: String, _ summary: String, stubs: [Stub] = [],
    screen: @escaping @MainActor @Sendable (TaskRunner) -> Screen
  ) -> Feature {
    Feature(name, summary, start: Shown(), receives: Touch.self, stubs: stubs) { _ in
      ScreenModel(screen)
    } state: {
      $0.shown
    } send: {
      $0.handle($1, $2)
    }
  }

  /// The documents' views, of the stand-ins for SwiftUI.
  static let views = [
    view("counter-view", "000: the counter's view.") { _ in
      Screen(CounterView(store: Store(initialState: CounterFeature.State()) { CounterFeature() }))
    },
    view("contacts-view", "000: the contacts' view.") { _ in
      Screen(
        ContactsView(store: Store(initialState: ContactsFeature.State()) { ContactsFeature() }))
    },
    view("list-view", "002: the list's view.", stubs: gitHub) { _ in
      Screen(
        SeedList.RepositoryListView(
          store: Store(initialState: SeedList.RepositoryList.State()) {
            SeedList.RepositoryList()
          }))
    },
    view("search-view", "002: the view of the search, with its alert.", stubs: gitHub) { _ in
      let store = Store(initialState: SeedSearch.RepositoryList.State()) {
        SeedSearch.RepositoryList()
      }
      // The document's part of the view does not notify its store when it appears.
      store.send(.onAppear)
      return Screen(SeedSearch.RepositoryListView(store: store))
    },
    view("flux-view", "001: the list's view.", stubs: fluxStubs) { tasks in
      // The view has the shared store.
      let list = FluxList(tasks, dispatcher: .shared, store: .shared)
      return Screen(GitHubListView(actionCreator: list.creator))
    },
    view("app", "004: the app.", stubs: bootStubs) { _ in
      StubbedDataStore.use()
      return Screen(CALearningApp())
    },
  ]
}
