import IssueReporting

extension DependencyValues {
  /// Dismisses the presented feature: `await self.dismiss()` in an effect.
  ///
  /// As upstream, it is available in children of `ifLet` and in elements of a stack. A call
  /// elsewhere is reported as an issue.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented by a parent, so that it can dismiss itself.
  public var isPresented: Bool { dismiss.dismiss != nil }

  private enum DismissKey: DependencyKey {
    static let liveValue = DismissEffect()
    static let testValue = DismissEffect()
  }
}

/// An effect that dismisses a presented feature.
///
/// ```swift
/// struct AddContact: Reducer {
///   @Dependency(\.dismiss) var dismiss
///
///   func reduce(into state: inout State, action: Action) -> Effect<Action> {
///     switch action {
///     case .cancelButtonTapped: .run { _ in await self.dismiss() }
///     }
///   }
/// }
/// ```
///
/// Sends `.dismiss` to the parent, or `.popFrom(id:)` for an element of a stack. This cancels the
/// feature's effects, including the calling one, which sends nothing afterwards.
public struct DismissEffect: Sendable {
  /// Whether the issue that is being reported is that nothing presents the feature.
  @TaskLocal package static var isReportingAbsence = false

  fileprivate var dismiss: (@Sendable () async -> Void)?

  fileprivate init() {}

  /// Creates a substitute for tests of a feature without a parent.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let dismiss else {
      return Self.$isReportingAbsence.withValue(true) {
        reportIssue(
          """
          A feature called "@Dependency(\\.dismiss)" at "\(fileID):\(line)", but it is not presented.

          Only children of an "ifLet" over "PresentationState" or a "forEach" over "StackState" can \
          dismiss themselves. Check "@Dependency(\\.isPresented)" first, or override "dismiss" in tests.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
      }
    }
    await dismiss()
  }
}

extension DismissEffect {
  /// Dismisses a child by its parent's action, from within the child's effects.
  init(_ child: CancelID) {
    self.init {
      guard !Task.isCancelled else { return }
      guard let effect = EffectContext.current else {
        return reportIssue(
          """
          "@Dependency(\\.dismiss)" was called outside of the feature's effects.

          Call it in a "run" of the presented feature, or in a task that inherits from one.
          """)
      }
      await effect.host.dismiss(child, from: effect)
    }
  }
}
