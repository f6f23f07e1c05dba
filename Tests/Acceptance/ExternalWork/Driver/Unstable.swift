import Composable
import Dispatch
import Foundation

/// Effects with names, errors, issues and queues whose descriptions differ from process to process.
struct Unstable: Reducer {
  struct State: Equatable {}

  enum Action: Equatable {
    case start(Kind)
  }

  enum Kind: Sendable {
    case operationQueue, errorWithSet, foundationError, errorWithObject, issue, identifier,
      setOfNames
  }

  final class Object: Sendable, CustomStringConvertible {
    var description: String { "Object \(Unmanaged.passUnretained(self).toOpaque())" }
  }

  struct Failure: Error {
    var names: Set<String> = []
    var object: Object?
  }

  static let names: Set<String> = ["one", "two", "three", "four", "five", "six", "seven"]

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    guard case .start(let kind) = action else { return .none }
    switch kind {
    case .operationQueue:
      return .run { _ in
        await withCheckedContinuation { continuation in
          OperationQueue().addOperation { continuation.resume() }
        }
      }
    case .errorWithSet: return .run { _ in throw Failure(names: Self.names) }
    case .foundationError:
      return .run { _ in
        let names = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, $0 as Any) })
        throw NSError(domain: "Unstable", code: 1, userInfo: names)
      }
    case .errorWithObject: return .run { _ in throw Failure(object: Object()) }
    case .issue:
      return .run { _ in reportIssue("something is wrong with \(Object())") }
    case .identifier:
      return .run { _ in try await Task.never() }.cancellable(id: ObjectIdentifier(Object.self))
    case .setOfNames: return .run { _ in try await Task.never() }.cancellable(id: Self.names)
    }
  }
}
