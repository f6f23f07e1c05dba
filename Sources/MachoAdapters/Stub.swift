import Composable
import IssueReporting
import MachoSessions

/// A dependency's endpoint under the name by which scripts stub it.
///
/// A key path or a setter says where the endpoint lives; its argument and value types follow from
/// it.
///
/// ```swift
/// Stub("numberFact.fetch", \.numberFact.fetch)
/// Stub("numberFact.fetch") { $0.numberFact.fetch = $1 }
/// ```
///
/// A setter takes endpoints of any number of arguments. A live session is recorded only where an
/// endpoint can be read too: by a key path, or by `get`.
public struct Stub: Sendable {
  typealias Installation = @Sendable (inout DependencyValues, StubCaller) -> Void

  var endpoint: Endpoint
  private let stub: Installation
  private let observe: Installation?

  init(_ endpoint: Endpoint, stub: @escaping Installation, observe: Installation?) {
    self.endpoint = endpoint
    self.stub = stub
    self.observe = observe
  }

  /// What a key path is called below the dependency values: `numberFact.fetch`.
  static func text(of path: AnyKeyPath) -> String? {
    let text = "\(path)"
    guard text.hasPrefix("\\DependencyValues.") else { return nil }
    return String(text.dropFirst("\\DependencyValues.".count))
  }

  /// Whether calls of the real endpoint can be observed.
  var isObservable: Bool { observe != nil }

  /// Puts the caller where the endpoint is.
  func install(_ values: inout DependencyValues, _ caller: StubCaller) {
    // Setting one endpoint of a dependency reads the others, which a test is not allowed to use:
    // that it does not use them is known here.
    withIssueReporters([]) { stub(&values, caller) }
  }

  /// Lets the caller see the calls of the endpoint that is there.
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
