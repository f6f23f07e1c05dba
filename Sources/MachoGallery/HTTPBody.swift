import Foundation

/// The error of a request, in one sentence.
///
/// The description of a `URLError` lists its details in an order that varies from run to run.
struct RequestError: Error, Equatable, CustomStringConvertible {
  let description: String

  /// Creates the error for one of Foundation, such as an unknown host.
  init(_ error: URLError) { description = error.localizedDescription }

  private init(description: String) { self.description = description }

  /// The error for a response whose status is not 200.
  static let badStatus = RequestError(description: "The response has an error status.")
}

/// Fetches the body of a response. Throws a `RequestError` if there is none, or if the status is
/// not 200.
func httpBody(of url: URL) async throws -> Data {
  #if canImport(Darwin)
    let data: Data
    let response: URLResponse
    do { (data, response) = try await URLSession.shared.data(from: url) } catch let error
      as URLError
    {
      throw RequestError(error)
    }
    guard (response as? HTTPURLResponse)?.statusCode == 200 else { throw RequestError.badStatus }
    return data
  #else
    let bodies = AsyncThrowingStream { continuation in
      DispatchQueue.global().async {
        do {
          continuation.yield(try loadHTTPBody(of: url))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
    }
    for try await body in bodies { return body }
    throw CancellationError()
  #endif
}

#if !canImport(Darwin)
  /// Fetches the body of a response on the calling thread.
  ///
  /// PERFORMANCE: `URLSession` would make each start of the process load FoundationNetworking, libcurl
  /// and 30 more libraries, which takes as long as the rest of the start. The first request loads
  /// them, and `Data` then finds the loader of URLs in them.
  private func loadHTTPBody(of url: URL) throws -> Data {
    dlopen("libFoundationNetworking.so", RTLD_NOW | RTLD_GLOBAL)
    do {
      return try Data(contentsOf: url)
    } catch let error as CocoaError {
      // There is an underlying error only if no response arrived.
      throw (error.underlying as? URLError).map(RequestError.init) ?? RequestError.badStatus
    }
  }
#endif
