import Composable
import Dispatch
import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An HTTP client and a stream of news.
struct Web: Sendable {
  var get: @Sendable (_ path: String) async throws -> String
  var size: @Sendable (_ text: String) -> Int
  var news: @Sendable (_ topic: String) -> AsyncStream<String>
}

extension Web: DependencyKey {
  /// Sends requests to the server that `DRIVER_SERVER` names: `http://127.0.0.1:8080`.
  static let liveValue = Web(
    get: { path in
      guard let base = ProcessInfo.processInfo.environment["DRIVER_SERVER"],
        let url = URL(string: "\(base)/\(path)")
      else { throw Unreachable(status: 0) }
      let (data, response) = try await response(from: url)
      let status = (response as? HTTPURLResponse)?.statusCode ?? 0
      guard status == 200 else { throw Unreachable(status: status) }
      return String(decoding: data, as: UTF8.self)
    },
    size: { $0.utf8.count },
    news: { topic in
      AsyncStream { continuation in
        continuation.yield("\(topic) at once")
        for number in 1...3 {
          DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(7 * number)) {
            if number < 3 {
              continuation.yield("\(topic) \(number)")
            } else {
              continuation.finish()
            }
          }
        }
      }
    })

  /// A request that is cancelled with its task. `URLSession.data(from:)` is not used: in Swift 6.3 and earlier for
  /// Linux, a cancellation at the moment of the response blocks both threads forever
  /// (swift-corelibs-foundation#5412).
  private static func response(from url: URL) async throws -> (Data, URLResponse) {
    let task = Mutex<URLSessionDataTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let request = URLSession.shared.dataTask(with: url) { data, response, error in
          if let data, let response {
            continuation.resume(returning: (data, response))
          } else {
            continuation.resume(throwing: error ?? URLError(.badServerResponse))
          }
        }
        task.withLock { $0 = request }
        request.resume()
        if Task.isCancelled { request.cancel() }
      }
    } onCancel: {
      task.withLock { $0 }?.cancel()
    }
  }

  struct Unreachable: Error, CustomStringConvertible {
    var status: Int
    var description: String { "HTTP status \(status)" }
  }
}

extension DependencyValues {
  /// The client that the features use.
  var web: Web {
    get { self[Web.self] }
    set { self[Web.self] = newValue }
  }
}
