import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Takes every request of the process to the server that `check` has started, so that the
/// documents' features ask the hosts they name, and a machine without a network answers.
final class LocalHosts: URLProtocol {
  /// Whether requests are taken there; the first who asks sees to it.
  ///
  /// `URLSession.shared` looks once at what is registered: ask before it is used.
  static let areThere = server != nil && URLProtocol.registerClass(LocalHosts.self)

  private static let server = ProcessInfo.processInfo.environment["MACHO_SEEDS_SERVER"]
    .flatMap(URLComponents.init(string:))
  private static let header = "X-Asked-For"

  override class func canInit(with request: URLRequest) -> Bool {
    request.value(forHTTPHeaderField: header) == nil
  }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    guard let url = request.url, let request = Self.forwarded(request) else {
      client?.urlProtocol(self, didFailWithError: URLError(.badURL))
      return
    }
    // This object is handed to the task, and nobody else touches it after; its client may be called
    // from any thread.
    nonisolated(unsafe) let this = self
    // Not from here: the session's queue is the one that calls.
    Task {
      do {
        let (data, response) = try await URLSession.shared.data(for: request)
        this.finish(url, data, (response as? HTTPURLResponse)?.statusCode ?? 0)
      } catch {
        this.client?.urlProtocol(this, didFailWithError: error)
      }
    }
  }

  override func stopLoading() {}

  private static func forwarded(_ request: URLRequest) -> URLRequest? {
    guard
      let url = request.url, let host = url.host,
      var local = URLComponents(url: url, resolvingAgainstBaseURL: false), let server
    else { return nil }
    local.scheme = server.scheme
    local.host = server.host
    local.port = server.port
    local.path = "/\(host)\(local.path)"
    guard let localURL = local.url else { return nil }
    var forwarded = request
    forwarded.url = localURL
    forwarded.setValue(host, forHTTPHeaderField: header)
    return forwarded
  }

  /// Answers as the host that was asked.
  private func finish(_ url: URL, _ data: Data, _ status: Int) {
    guard
      let response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: nil)
    else {
      client?.urlProtocol(self, didFailWithError: URLError(.badServerResponse))
      return
    }
    client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client?.urlProtocol(self, didLoad: data)
    client?.urlProtocolDidFinishLoading(self)
  }
}
