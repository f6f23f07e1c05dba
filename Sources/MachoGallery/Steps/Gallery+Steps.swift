import MachoAdapters

extension Gallery {
  static let steps = Feature(
    "steps", "Counts steps in a shared value, which effects change without actions.",
    start: StepsFeature.State(),
    stubs: [Stub("pedometer.missedSteps", placeholder: 0, \.pedometer.missedSteps)],
    computed: [Computed("hasReachedGoal", \.hasReachedGoal)]
  ) {
    StepsFeature()
  }

  static let stopwatch = Feature(
    "stopwatch", "A view model whose timer changes its output.", start: StopwatchScreen()
  ) {
    StopwatchViewModel($0, tasks: $1)
  }
}
