import MachoArchitectures
import MachoKit

/// A screen whose registration drops a part of the state that `start` sets.
final class Forgetful: Drivable, Sendable {
  struct State: Equatable, Sendable {
    var count = 0
    var note = ""
    var draft: Draft?
  }

  struct Draft: Equatable, Sendable { var title = "" }

  enum Action: Equatable, Sendable { case add }

  static let feature = Feature(
    "forgetful", "A screen that begins without its note.", start: State(note: "empty"),
    receives: Action.self
  ) { start, context in
    Forgetful(State(count: start.count, note: "empty", draft: start.draft), context)
  }

  private let model: Observed<State>
  private let context: DrivableContext<Action>

  init(_ state: State, _ context: DrivableContext<Action>) {
    model = Observed(state)
    self.context = context
  }

  var state: State { model.value }

  func send(_ action: Action) {
    model.update { $0.count += 1 }
    context.didHandle(action)
  }
}
