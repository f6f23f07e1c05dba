/// The dependency without an implementation that an issue is about.
package struct MissingDependency: Sendable {
  /// The dependency of the issue that is being reported.
  @TaskLocal package static var current: MissingDependency?

  /// The path below `DependencyValues`, if the issue is about a dependency: `factClient`.
  package let path: String?
  /// The type of the dependency, if known.
  package let type: Any.Type?
  /// The endpoint, if the issue is about a call of one: `FactClient.fetch`.
  package let endpoint: String?

  init(path: String?, type: Any.Type) {
    self.path = path
    self.type = type
    endpoint = nil
  }

  init(endpoint: String) {
    self.endpoint = endpoint
    path = nil
    type = nil
  }
}
