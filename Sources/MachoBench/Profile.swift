import ArgumentParser

/// The hottest paths, each of which can run alone under a profiler, see `scripts/profile`.
enum Profile: String, CaseIterable, ExpressibleByArgument {
  case store
  case testStore = "test-store"
  case session
  case run
  case nested
  case read
  case diff
  case reversed
  case changed
  case explore

  static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

  @MainActor
  func run(_ count: Int) async {
    switch self {
    case .store: StoreMeasurements.send(count)
    case .testStore: await StoreMeasurements.sendInTest(count)
    case .session: SendMeasurement.send(count)
    case .run: await StoreMeasurements.run(count)
    case .nested: StoreMeasurements.sendToRow(of: 10)(count)
    case .read: ReadMeasurement.read(count)
    case .diff: DiffMeasurements.diffOneOfMany(count)
    case .reversed: DiffMeasurements.diffReversed(count)
    case .changed: DiffMeasurements.diffAll(count)
    case .explore: ExplorationMeasurements.explore(count)
    }
  }
}
