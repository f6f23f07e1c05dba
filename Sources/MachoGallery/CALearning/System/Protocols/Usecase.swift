import ComposableCombine

extension CALearning {
  /// A use case as a sequence of scenes, the values of an enum. Publishers lead from scene to scene.
  protocol Usecase: Sendable {
    /// Performs the scene. Returns a publisher of the next scene, or `nil` at the end of the scenario.
    func next() -> AnyPublisher<Self, any Error>?
  }
}

extension CALearning.Usecase {
  /// Returns a publisher of `next`, for a scene that has no work of its own.
  func just(next: Self) -> AnyPublisher<Self, any Error> {
    Just(next).setFailureType(to: (any Error).self).eraseToAnyPublisher()
  }

  /// Performs the scenes from this one to the end. Publishes the scenario: all of them.
  ///
  /// - Parameter onScene: Called with each scene when it is entered, including this one.
  func interact(onScene: @escaping (Self) -> Void = { _ in }) -> AnyPublisher<[Self], any Error> {
    Deferred { self.scenario(after: [], onScene) }.eraseToAnyPublisher()
  }

  /// Performs this scene, and with each one that follows, itself.
  private func scenario(
    after scenes: [Self], _ onScene: @escaping (Self) -> Void
  ) -> AnyPublisher<[Self], any Error> {
    onScene(self)
    let scenes = scenes + [self]
    guard let next = next() else {
      return Just(scenes).setFailureType(to: (any Error).self).eraseToAnyPublisher()
    }
    return next.flatMap { $0.scenario(after: scenes, onScene) }.eraseToAnyPublisher()
  }
}
