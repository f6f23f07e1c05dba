/// A use case of an application, described as a sequence of scenes.
///
/// The enum's cases are the scenes: those of the basic course and of the alternatives are nested
/// enums. Each scene determines the next one. The scenario is the list of visited scenes.
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
  /// Performs the scene and returns the next one, or `nil` at the end of the scenario.
  func next() async throws -> Self?
}

extension UseCase {
  /// Performs the scenes from this one to the end. Returns all of them.
  ///
  /// - Parameter onScene: Called with each scene when it is entered, including this one.
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
