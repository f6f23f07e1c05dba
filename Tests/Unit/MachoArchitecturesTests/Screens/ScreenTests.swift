import MachoArchitectures
import Observation
import Testing

@Suite struct ScreenTests {
  @Test func `MVC: the controller updates the model and the view`() {
    let view = counterView()
    let controller = CounterController(view: view)
    controller.handle(.plus)
    controller.handle(.plus)
    controller.handle(.reset)
    #expect(view.drawings == [.number("1"), .number("2"), .number("0")])
    #expect(view.screen == CounterScreen(number: "0"))
  }

  @Test func `MVP, passive view: the presenter makes every change of the view`() {
    let view = counterView()
    let presenter = CounterPresenter(view: view)
    presenter.handle(.plus)
    presenter.model.add(5)
    #expect(view.drawings == [.number("No. 1")])
    presenter.handle(.reset)
    #expect(view.screen == CounterScreen(number: "No. 1", alert: "cannot reset"))
  }

  @Test
  func `MVP, supervising controller: the view observes the model`() {
    let view = FollowingView()
    let presenter = CounterSupervisor(view: view)
    let following = view.follow(presenter.model)
    presenter.handle(.plus)
    presenter.handle(.reset)
    following.cancel()
    presenter.handle(.plus)
    #expect(view.recorded.drawings == [.number("0"), .number("1"), .alert("cannot reset")])
  }

  @Test func `MVVM: observation notifies the view of output changes`() {
    let viewModel = CounterViewModel()
    let drawn = Log<String>()
    withObservationTracking {
      drawn.record(viewModel.output.value.number)
    } onChange: {
      drawn.record("changed")
    }
    viewModel.send(.plus)
    #expect(drawn.entries == ["", "changed"])
    #expect(viewModel.output.value == CounterScreen(number: "I"))
  }

  @Test func `MVVM, two-way binding: a control changes the output, and the view model the control`()
  {
    let viewModel = BoundCounterViewModel()
    let shown = Log<Int>()
    let subscription = viewModel.form.observe(\.number) { shown.record($0) }
    viewModel.form.update { $0.number = 5 }
    #expect(viewModel.output.value.number == "5")
    viewModel.send(.plus)
    viewModel.form.update { $0.number = 12 }
    subscription.cancel()
    #expect(shown.entries == [5, 6, 12, 9])
    #expect(viewModel.output.value.number == "9")
  }

  @Test func `a recorded view reports a drawing after applying it`() {
    let view = counterView()
    let log = Log<String>()
    let subscription = view.observe { log.record("\($0) over '\(view.screen.number)'") }
    view.draw(.number("1"))
    view.draw(.number("2"))
    withExtendedLifetime(subscription) {}
    #expect(log.entries == [#"number("1") over '1'"#, #"number("2") over '2'"#])
  }
}
