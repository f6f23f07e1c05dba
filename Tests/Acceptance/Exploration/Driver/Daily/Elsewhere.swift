import Composable
import MachoArchitectures

// Screens that are no reducers.

/// A view model of weather. The defect: the error ends the task before the spinner stops.
final class WeatherViewModel: ViewModel, Sendable {
  struct Output: Equatable, Sendable {
    var place = ""
    var report: String?
    var isBusy = false
  }
  enum Input: Sendable {
    case appeared
    case placeSelected(String)
  }

  let output: Observed<Output>
  private let isFixed: Bool
  private let tasks: TaskRunner

  init(_ output: Output, _ tasks: TaskRunner, isFixed: Bool) {
    self.output = Observed(output)
    self.tasks = tasks
    self.isFixed = isFixed
  }

  func send(_ input: Input) {
    switch input {
    case .appeared: load()
    case .placeSelected(let place):
      output.update {
        $0.place = place
        $0.report = nil
      }
      load()
    }
  }

  private func load() {
    @Dependency(\.content) var content
    output.update { $0.isBusy = true }
    tasks.start("load", replacing: true) { [self, content] in
      let reports = isFixed ? (try? await content.remote()) ?? [] : try await content.remote()
      output.update {
        $0.report = reports.first
        $0.isBusy = false
      }
    }
  }
}

/// The state of a news screen with a Redux store.
struct News: Equatable, Sendable {
  var topic = "home"
  var headlines: [String] = []
  var isRefreshing = false

  enum Event: Action, Equatable {
    case topicSelected(String)
    case refresh
    case loaded(topic: String, [String])
    case failed
  }

  /// Makes the store. The defect: a response for a topic that is no longer shown is taken.
  static func store(_ news: News, _ tasks: TaskRunner, isFixed: Bool) -> ReduxStore<News> {
    @Dependency(\.content) var content
    let reducer = ReduxReducer<News>(for: Event.self) { news, event in
      switch event {
      case .topicSelected(let topic):
        news.topic = topic
        news.isRefreshing = true
      case .refresh: news.isRefreshing = true
      case .loaded(let topic, let headlines):
        guard topic == news.topic || !isFixed else { return }
        news.headlines = headlines
        news.isRefreshing = false
      case .failed: news.isRefreshing = false
      }
    }
    let middleware = Middleware<News> { [content] action, store, next in
      next(action)
      guard let event = action as? Event else { return }
      switch event {
      case .topicSelected, .refresh:
        let topic = store.state.topic
        tasks.start("load \(topic)") {
          do {
            let headlines = try await content.suggestions(topic)
            store.dispatch(Event.loaded(topic: topic, headlines))
          } catch {
            store.dispatch(Event.failed)
          }
        }
      case .loaded, .failed: break
      }
    }
    return ReduxStore(news, reducer: reducer, middleware: [middleware], tasks: tasks)
  }
}

/// A view model that renews a token. The defect: each tap renews it again.
final class TokenViewModel: ViewModel, Sendable {
  struct Output: Equatable, Sendable {
    var token: String?
    var isRenewing = false
    var hasFailed = false
  }
  enum Input: Sendable { case renewTapped, forgetTapped }

  let output: Observed<Output>
  private let isFixed: Bool
  private let tasks: TaskRunner

  init(_ output: Output, _ tasks: TaskRunner, isFixed: Bool) {
    self.output = Observed(output)
    self.tasks = tasks
    self.isFixed = isFixed
  }

  func send(_ input: Input) {
    switch input {
    case .renewTapped: renew()
    case .forgetTapped: output.update { $0.token = nil }
    }
  }

  private func renew() {
    @Dependency(\.account) var account
    if isFixed && output.value.isRenewing { return }
    output.update {
      $0.isRenewing = true
      $0.hasFailed = false
    }
    tasks.start("renew") { [self, account] in
      let token = try? await account.renewToken()
      output.update {
        $0.isRenewing = false
        $0.hasFailed = token == nil
        if let token { $0.token = token }
      }
    }
  }
}
