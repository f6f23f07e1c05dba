import Composable
import MachoSessions
import MachoValues

/// The context, dependencies and stubs that a store is opened with.
struct StoreConfiguration {
  let context: RunContext
  let table: StubTable
  let stubs: [Stub]
  let syntax: ValueSyntax
  let dependencies: (inout DependencyValues) -> Void
  /// The log of stub responses, for stores that replay. Default: `nil`.
  var replayLog: StubReplayLog?
}
