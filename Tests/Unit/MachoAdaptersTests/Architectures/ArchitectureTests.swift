import Composable
import MachoAdapters
import MachoArchitectures
import MachoSessions
import MachoValues
import Testing

private enum Input: Equatable, Sendable { case plus, load, drop }

private enum Change: Action, Equatable {
  case add(Int)
  case loading
}

private struct Reset: Action { var value = 0 }
private struct Ignored: Action {}

private struct Count: Equatable, Sendable {
  var number = 0
  var isLoading = false

  @Sendable static func update(_ count: inout Count, _ change: Change) {
    switch change {
    case .add(let number):
      count.number += number
      count.isLoading = false
    case .loading: count.isLoading = true
    }
  }
}

private final class CountViewModel: ViewModel, Sendable {
  let output: Observed<Count>
  private let tasks: TaskRunner
  private let services = Services()

  init(_ count: Count, tasks: TaskRunner) {
    output = Observed(count)
    self.tasks = tasks
  }

  func send(_ input: Input) {
    switch input {
    case .plus: output.update { Count.update(&$0, .add(1)) }
    case .drop: output.update { $0.number = 0 }
    case .load:
      output.update { Count.update(&$0, .loading) }
      tasks.start { [self] in
        let number = try await services.numbers.next("view model")
        output.update { Count.update(&$0, .add(number)) }
      }
    }
  }
}

private final class CountPresenter: Presenter {
  let view: any PassiveView<Change>
  private let tasks: TaskRunner
  private let services = Services()

  init(view: any PassiveView<Change>, tasks: TaskRunner) {
    self.view = view
    self.tasks = tasks
  }

  func handle(_ input: Input) {
    guard input == .load else { return view.draw(.add(1)) }
    view.draw(.loading)
    tasks.start { [self] in view.draw(.add(try await services.numbers.next("presenter"))) }
  }
}

/// Doubles the number that a control sets.
private final class BoundViewModelOfCount: BoundViewModel, Sendable {
  struct Form: Equatable, Sendable { var number = 0 }

  let form = Observed(Form())
  let output: Observed<Count>
  private let subscription: Subscription

  init(_ count: Count) {
    let output = Observed(count)
    self.output = output
    subscription = form.observe { form in output.update { $0.number = 2 * form.number } }
  }

  func send(_ input: Input) { form.update { $0.number += 1 } }
}

private enum Counting: UseCase, Equatable {
  case asked
  case counted(Int)

  func next() async throws -> Counting? {
    @Dependency(\.numbers) var numbers
    guard case .asked = self else { return nil }
    return .counted(try await numbers.next("use case"))
  }
}

private final class CountingPresenter: ViewModel, Sendable {
  let output: Observed<Count>
  private let tasks: TaskRunner
  private let entered: @Sendable (Counting) -> Void

  init(_ count: Count, tasks: TaskRunner, onScene: @escaping @Sendable (Counting) -> Void) {
    output = Observed(count)
    self.tasks = tasks
    entered = onScene
  }

  func send(_ input: Input) {
    tasks.start { [self] in
      let scenario = try await Counting.asked.interact(onScene: entered)
      if case .counted(let number)? = scenario.last { output.update { $0.number = number } }
    }
  }
}

private let stubs = [Stub("numbers.next", \.numbers.next)]

private let flux = Feature("flux", start: Count(), stubs: stubs) { count, tasks in
  let numbers = Dependency(\.numbers)
  let dispatcher = Dispatcher<Change>()
  let store = FluxStore(count, dispatcher: dispatcher, update: Count.update)
  return FluxComponents(dispatcher, store: store) { (input: Input) in
    guard input == .load else { return dispatcher.dispatch(.add(1)) }
    dispatcher.dispatch(.loading)
    tasks.start { dispatcher.dispatch(.add(try await numbers.wrappedValue.next("flux"))) }
  }
}

extension Input: ThunkCreator {
  fileprivate var thunk: Thunk<Count> {
    if self == .drop {
      return Thunk { count, _ in count.number > 0 ? Change.add(-count.number) : nil }
    }
    return Thunk("\(self)") { store in
      @Dependency(\.numbers) var numbers
      guard self == .load else { return store.dispatch(Change.add(1)) }
      store.dispatch(Change.loading)
      store.dispatch(Change.add(try await numbers.next("redux")))
    }
  }
}

private let redux = Feature(
  "redux", start: Count(), actions: [Change.self, Reset.self, Ignored.self],
  creators: Input.self, stubs: stubs
) { count, tasks in
  ReduxStore(
    count,
    reducer: .combine(
      ReduxReducer(for: Change.self, Count.update),
      ReduxReducer(for: Reset.self) { $0.number = $1.value }),
    tasks: tasks)
}

private let viewModel = Feature("mvvm", start: Count(), stubs: stubs) {
  CountViewModel($0, tasks: $1)
}

private let bound = Feature("bound", start: Count()) { count, _ in BoundViewModelOfCount(count) }

private let presenter = Feature("mvp", start: Count(), stubs: stubs) { count, tasks in
  let view = RecordedView(count, draw: Count.update)
  return (presenter: CountPresenter(view: view, tasks: tasks), view: view)
}

private let useCase = Feature("usecase", start: Count(), scenes: Counting.self, stubs: stubs) {
  CountingPresenter($0, tasks: $1, onScene: $2)
}

@Suite struct ArchitectureTests {
  private func session(_ name: String) -> Session {
    let session = Session(
      catalog: [flux, redux, viewModel, bound, presenter, useCase], receiveMode: .onReceive)
    _ = session.run("feature \(name)")
    return session
  }

  @Test func `Flux: the action creator handles input, and dispatched actions are received`() {
    let session = session("flux")
    #expect(
      session.passes(
        "send plus", "expect number == 0", "receive add(1)", "expect number == 1",
        "stub numbers.next(\"flux\") -> 5", "send load", "receive loading", "expect isLoading",
        "receive add", "expect number == 6", "undo 1 action", "expect number == 1", "redo 1 action",
        "finish"))
    // Bypass the action creator: the sent action is not received too.
    #expect(session.passes("send add(4)", "expect number == 10", "finish"))
    #expect(session.code("send nothing") == "no-such-case")
  }

  @Test func `Redux: actions of open types and creators by name`() {
    let session = session("redux")
    #expect(
      session.passes(
        "send add(2)", "expect number == 2", "send Reset(value: 40)", "expect number == 40",
        "send Ignored()", "expect number == 40", "send plus", "receive add(1)",
        "stub numbers.next -> 5", "send load", "receive loading", "receive add(5)",
        "expect number == 46", "undo 3 actions", "expect number == 41", "redo 3 actions",
        "expect number == 46",
        "undo 6 actions", "expect number == 40", "finish"))
    let bare = session.run("send Ignored").failure
    #expect(bare?.message == "'Ignored' needs its parentheses")
    #expect(bare?.candidates == ["Ignored()"])
    #expect(session.completions(of: "send Ign", at: 8).map(\.text) == ["Ignored()"])
    #expect(session.code("send Reset") == "missing-argument")
  }

  @Test func `Redux: an unknown name has suggestions`() {
    let failure = session("redux").run("send ad(2)").failure
    #expect(failure?.code == "no-such-case")
    #expect(failure?.candidates.first?.hasPrefix("add") == true)
  }

  @Test func `MVVM: input is sent, and later changes of the output are received as 'changed'`() {
    let session = session("mvvm")
    #expect(
      session.passes(
        "send plus", "expect number == 1", "stub numbers.next -> 5", "send load",
        "expect isLoading", "receive changed(by: #1)", "expect number == 6", "undo 1 action",
        "expect isLoading",
        "undo 1 action", "expect number == 1", "finish"))
  }

  @Test func `MVVM: the errors of macho are not those of a feature`() {
    #expect(!viewModel.syntax.errorModules.contains("MachoAdapters"))
  }

  @Test func `Redux: a synchronous action creator gives an action or none, without an effect`() {
    let session = session("redux")
    #expect(
      session.passes(
        "send drop", "finish", "send add(3)", "send drop", "receive add(-3)", "expect number == 0",
        "finish"))
  }

  @Test func `MVVM: a binding sets a property of the form, and the output follows`() {
    let session = session("bound")
    #expect(
      session.passes(
        #"send binding.set(\.number, 4)"#, "expect number == 8", "send plus",
        "expect number == 10", "undo 1 action", "expect number == 8", "finish"))
    #expect(session.code(#"send binding.set(\.digits, 4)"#) == "no-such-property")
    #expect(session.code(#"send binding.set(\.number, "4")"#) == "wrong-type")
    let offered = session.completions(of: #"send binding.set(\."#, at: 18).map(\.text)
    #expect(offered.contains { $0.contains("number") })
  }

  @Test func `MVP: input is sent, and drawings of the view are received`() {
    let session = session("mvp")
    #expect(
      session.passes(
        "send plus", "receive add(1)", "expect number == 1", "stub numbers.next -> 5",
        "send load", "receive loading", "expect isLoading", "receive add(5)",
        "expect number == 6", "undo 1 action", "expect isLoading", "finish"))
  }

  @Test func `use case: entered scenes are received`() {
    let session = session("usecase")
    #expect(
      session.passes(
        "stub numbers.next pending", "send plus", "receive asked", "answer numbers.next -> 3",
        "receive counted(3)", "receive changed", "expect number == 3", "finish"))
  }

  @Test func `'start' sets the start state of the objects`() {
    for name in ["flux", "redux", "mvvm", "mvp"] {
      let session = session(name)
      #expect(session.passes("start Count(number: 9)", "send plus", "skip received"))
      #expect(session.passes("expect number == 10", "finish"))
    }
  }

  @Test func `sent and received actions can be completed`() {
    let session = session("flux")
    #expect(session.completions(of: "send ", at: 5).map(\.text).contains("plus"))
    #expect(session.completions(of: "receive ", at: 8).map(\.text).contains("loading"))
    #expect(!session.completions(of: "receive ", at: 8).map(\.text).contains("plus"))
  }
}
