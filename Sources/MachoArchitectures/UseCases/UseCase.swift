/// What an application is used for, told as the scenes that it consists of.
///
/// The cases are the scenes, those of the basic course and of the alternatives in enums of their
/// own. A scene says what comes after it; the scenario is the scenes that were passed.
///
/// ```swift
/// enum Boot: UseCase {
///   enum Basics { case appLooksForTutorialRecord, appShowsLogin }
///   enum Alternatives { case appShowsTutorial }
///
///   case basic(Basics)
///   case alternate(Alternatives)
///
///   init() { self = .basic(.appLooksForTutorialRecord) }
///
///   func next() async throws -> Boot? {
///     switch self {
///     case .basic(.appLooksForTutorialRecord):
///       try await Application().hasCompletedTutorial
///         ? .basic(.appShowsLogin) : .alternate(.appShowsTutorial)
///     case .basic(.appShowsLogin), .alternate(.appShowsTutorial): nil
///     }
///   }
/// }
///
/// let scenario = try await Boot().interact()
/// ```
public protocol UseCase: Sendable {
  /// Does what the scene says and gives the scene that follows; nil at the end of the scenario.
  func next() async throws -> Self?
}

extension UseCase {
  /// Plays the scenes from this one to the end, and gives all of them.
  ///
  /// - Parameter onScene: called with each scene as it is entered, this one included.
  public func interact(
    onScene: @Sendable (_ scene: Self) -> Void = { _ in }
  ) async throws -> [Self] {
    var scenario = [self]
    var scene = self
    onScene(scene)
    while let next = try await scene.next() {
      try Task.checkCancellation()
      scene = next
      scenario.append(scene)
      onScene(scene)
    }
    return scenario
  }
}
