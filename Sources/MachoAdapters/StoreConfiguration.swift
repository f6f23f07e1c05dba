import Composable
import MachoSessions
import MachoValues

/// What a feature is opened in: what its dependencies are, and who answers their calls.
struct StoreConfiguration {
  let context: RunContext
  let table: StubTable
  let stubs: [Stub]
  let syntax: ValueSyntax
  let dependencies: (inout DependencyValues) -> Void
  /// What stubs have answered, for stores that replay their past.
  var memory: StubReplayLog?
}
