import Composable

/// Counts steps. The pedometer adds steps to a shared value, without sending actions.
struct StepsFeature: Reducer {
  struct State: Equatable {
    @Shared(.inMemory("steps")) var steps = 0
    @Shared(.appStorage("goal")) var goal = 100
    var isCounting = false
    @PresentationState var goalEditor: GoalEditorFeature.State?

    var hasReachedGoal: Bool { steps >= goal }
  }

  enum Action: Equatable {
    case startButtonTapped
    case stopButtonTapped
    case resetButtonTapped
    case syncButtonTapped
    case synced
    case goalButtonTapped
    case goalEditor(PresentationAction<GoalEditorFeature.Action>)
  }

  private enum CancelID { case pedometer }

  @Dependency(\.pedometer) var pedometer
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .startButtonTapped:
        state.isCounting = true
        return .run { [steps = state.$steps] _ in
          for await _ in clock.timer(interval: .seconds(1)) {
            steps.withLock { $0 = $0.adding(2) }
          }
        }
        .cancellable(id: CancelID.pedometer, cancelInFlight: true)

      case .stopButtonTapped:
        state.isCounting = false
        return .cancel(id: CancelID.pedometer)

      case .resetButtonTapped:
        state.$steps.withLock { $0 = 0 }
        return .none

      case .syncButtonTapped:
        return .run { [steps = state.$steps] send in
          let missed = await pedometer.missedSteps()
          steps.withLock { $0 = $0.adding(missed) }
          await send(.synced)
        }

      case .synced:
        return .none

      case .goalButtonTapped:
        state.goalEditor = GoalEditorFeature.State(goal: state.$goal)
        return .none

      case .goalEditor:
        return .none
      }
    }
    .ifLet(\.$goalEditor, action: /Action.goalEditor) { GoalEditorFeature() }
  }
}

/// Changes the goal of its parent.
struct GoalEditorFeature: Reducer {
  struct State: Equatable {
    @Shared var goal: Int

    init(goal: Shared<Int>) { _goal = goal }
  }

  enum Action: Equatable {
    case plusButtonTapped
    case minusButtonTapped
  }

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .plusButtonTapped: state.$goal.withLock { $0 += 50 }
    case .minusButtonTapped: state.$goal.withLock { $0 -= 50 }
    }
    return .none
  }
}

extension Int {
  /// Returns the sum, or the same number if the sum does not fit: a broken pedometer may report any.
  fileprivate func adding(_ other: Int) -> Int {
    let (sum, doesOverflow) = addingReportingOverflow(other)
    return doesOverflow ? self : sum
  }
}
