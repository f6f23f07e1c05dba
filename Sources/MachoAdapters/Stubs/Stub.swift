import Composable
import IssueReporting
import MachoMetadata
import MachoSessions

/// A dependency's endpoint with its name for scripts.
///
/// A key path or a setter specifies the endpoint. Its argument and value types are inferred.
///
/// ```swift
/// Stub("numberFact.fetch", \.numberFact.fetch)
/// Stub("numberFact.fetch") { $0.numberFact.fetch = $1 }
/// ```
///
/// A setter supports any number of arguments. Recording live sessions requires that the endpoint
/// can be read: with a key path, or with `get`.
public struct Stub: Sendable {
  typealias Installation = @Sendable (inout DependencyValues, StubCaller) -> Void

  var endpoint: Endpoint
  private let stub: Installation
  private let observe: Installation?

  init(_ endpoint: Endpoint, stub: @escaping Installation, observe: Installation?) {
    self.endpoint = endpoint
    self.endpoint.isObservable = observe != nil
    self.stub = stub
    self.observe = observe
  }

  /// Returns the key path below `DependencyValues`: `numberFact.fetch`.
  static func text(of path: AnyKeyPath) -> String? { PropertyNames.of(path) }

  /// Replaces the endpoint by a stub.
  func install(_ values: inout DependencyValues, _ caller: StubCaller) {
    // Setting one endpoint of a dependency reads the others, which tests report as an issue. They
    // are not called here, so suppress it.
    withIssueReporters([]) { stub(&values, caller) }
  }

  /// Wraps the real endpoint so that its calls are observed.
  func observe(_ values: inout DependencyValues, _ caller: StubCaller) {
    withIssueReporters([]) { observe?(&values, caller) }
  }
}

func typeArray<each Argument>(_ type: repeat (each Argument).Type) -> [Any.Type] {
  var types: [Any.Type] = []
  repeat types.append(each type)
  return types
}

func argumentArray<each Argument: Sendable>(_ argument: repeat each Argument) -> [any Sendable] {
  var list: [any Sendable] = []
  repeat list.append(each argument)
  return list
}
