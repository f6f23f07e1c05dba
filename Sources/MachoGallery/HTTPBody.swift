import Foundation

/// Fetches the body of a response. Throws a `URLError` if the status is not 200.
func httpBody(of url: URL) async throws -> Data {
  #if canImport(Darwin)
    let (data, response) = try await URLSession.shared.data(from: url)
    guard (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw URLError(.badServerResponse)
    }
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
      throw error.underlying as? URLError ?? URLError(.badServerResponse)
    }
  }
#endif
