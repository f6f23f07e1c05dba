import IssueReporting

extension DependencyValues {
  /// Lets a feature that is presented dismiss itself: `await self.dismiss()` in an effect.
  ///
  /// As upstream's it is there for what `ifLet` presents and for the elements of a stack. Outside
  /// of those a call is an issue.
  public var dismiss: DismissEffect {
    get { self[DismissKey.self] }
    set { self[DismissKey.self] = newValue }
  }

  /// Whether the feature is presented by another, so that it can dismiss itself.
  public var isPresented: Bool { dismiss.dismiss != nil }

  private enum DismissKey: DependencyKey {
    static let liveValue = DismissEffect()
    static let testValue = DismissEffect()
  }
}

/// What dismisses a feature that is presented.
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
/// The parent is sent `.dismiss`, or `.popFrom(id:)` of a stack's element, and with that the
/// feature's effects are cancelled, the calling one included: nothing is sent after it.
public struct DismissEffect: Sendable {
  fileprivate var dismiss: (@Sendable () async -> Void)?

  fileprivate init() {}

  /// Makes what stands in for dismissal where nobody presents the feature: in a test.
  public init(_ dismiss: @escaping @Sendable () async -> Void) {
    self.dismiss = dismiss
  }

  /// Dismisses the feature.
  public func callAsFunction(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let dismiss else {
      return reportIssue(
        """
        A feature called "@Dependency(\\.dismiss)" at "\(fileID):\(line)", but nobody presents it.

        Only what an "ifLet" over "PresentationState" or a "forEach" over "StackState" runs can \
        dismiss itself. Ask "@Dependency(\\.isPresented)" first, or override "dismiss" in tests.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
    await dismiss()
  }
}

extension DismissEffect {
  /// What dismisses a child by its parent's action, from within the child's effects.
  init(_ child: CancelID) {
    self.init {
      guard !Task.isCancelled else { return }
      guard let effect = EffectContext.current else {
        return reportIssue(
          """
          "@Dependency(\\.dismiss)" was called outside of the effects of the feature.

          Call it in a "run" of the feature that is presented, or in a task that inherits from one.
          """)
      }
      await effect.host.dismiss(child, from: effect)
    }
  }
}
