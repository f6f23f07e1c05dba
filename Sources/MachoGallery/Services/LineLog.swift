import Composable

/// A log of text lines.
struct LineLog: Sendable {
  var write: @Sendable (_ line: String) -> Void
}

extension LineLog: DependencyKey {
  static let liveValue = LineLog { _ in }
  static let previewValue = LineLog { _ in }
  static let testValue = LineLog { _ in }
}

extension DependencyValues {
  /// The log of text lines.
  var lineLog: LineLog {
    get { self[LineLog.self] }
    set { self[LineLog.self] = newValue }
  }
}
