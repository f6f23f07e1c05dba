import MachoArchitectures

// One counter in each of the architectures with a screen.

enum CounterInput { case plus, reset }

enum CounterDrawing: Equatable {
  case number(String)
  case alert(String)
}

struct CounterScreen: Equatable {
  var number = ""
  var alert: String?
}

func counterView() -> RecordedView<CounterDrawing, CounterScreen> {
  RecordedView(CounterScreen()) { screen, drawing in
    switch drawing {
    case .number(let text): screen.number = text
    case .alert(let text): screen.alert = text
    }
  }
}

final class CounterModel: ObservedModel {
  let observed = Observed(0)

  func add(_ number: Int) { observed.update { $0 += number } }
}

final class CounterController: Controller {
  let model = CounterModel()
  let view: any PassiveView<CounterDrawing>

  init(view: any PassiveView<CounterDrawing>) { self.view = view }

  func handle(_ input: CounterInput) {
    model.add(input == .plus ? 1 : -model.observed.value)
    view.draw(.number("\(model.observed.value)"))
  }
}

final class CounterPresenter: Presenter {
  let model = CounterModel()
  let view: any PassiveView<CounterDrawing>

  init(view: any PassiveView<CounterDrawing>) { self.view = view }

  func handle(_ input: CounterInput) {
    guard input == .plus else { return view.draw(.alert("cannot reset")) }
    model.add(1)
    view.draw(.number("No. \(model.observed.value)"))
  }
}

final class FollowingView: SupervisedView {
  let recorded = counterView()

  func draw(_ drawing: CounterDrawing) { recorded.draw(drawing) }
  func modelChanged(_ value: Int) { recorded.draw(.number("\(value)")) }
}

final class CounterSupervisor: SupervisingController {
  let model = CounterModel()
  let view: any PassiveView<CounterDrawing>

  init(view: any PassiveView<CounterDrawing>) { self.view = view }

  func handle(_ input: CounterInput) {
    switch input {
    case .plus: model.add(1)
    case .reset: view.draw(.alert("cannot reset"))
    }
  }
}

final class CounterViewModel: ViewModel, Sendable {
  let output = Observed(CounterScreen())

  func send(_ input: CounterInput) {
    output.update { screen in
      screen.number = input == .plus ? screen.number + "I" : ""
    }
  }
}

/// Shows the number of its form, and limits it.
final class BoundCounterViewModel: BoundViewModel, Sendable {
  struct Form: Equatable { var number = 0 }

  let form = Observed(Form())
  let output = Observed(CounterScreen())
  private let subscription: Subscription

  init() {
    subscription = form.observe { [form, output] value in
      if value.number > 9 { form.update { $0.number = 9 } }
      output.update { $0.number = "\(value.number)" }
    }
  }

  func send(_ input: CounterInput) {
    form.update { $0.number = input == .plus ? $0.number + 1 : 0 }
  }
}
