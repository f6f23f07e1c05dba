import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Redirects all requests of the process to the server that `check` started. So the documents'
/// features can use the hosts that they name, even without a network.
public final class LocalHosts: URLProtocol {
  /// Whether requests are redirected. The first access installs the redirection.
  ///
  /// Access it before `URLSession.shared` is used, which reads the registered protocols once.
  public static let areThere = server != nil && URLProtocol.registerClass(LocalHosts.self)

  private static let server = ProcessInfo.processInfo.environment["MACHO_SEEDS_SERVER"]
    .flatMap(URLComponents.init(string:))
  private static let header = "X-Asked-For"

  public override class func canInit(with request: URLRequest) -> Bool {
    request.value(forHTTPHeaderField: header) == nil
  }

  public override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  public override func startLoading() {
    guard let url = request.url, let request = Self.forwarded(request) else {
      client?.urlProtocol(self, didFailWithError: URLError(.badURL))
      return
    }
    // SAFETY: this object is transferred to the task and not used elsewhere afterwards. Its client
    // may be called from any thread.
    nonisolated(unsafe) let this = self
    // Not called from this thread, which belongs to the session's queue.
    Task {
      do {
        let (data, response) = try await URLSession.shared.data(for: request)
        this.finish(url, data, (response as? HTTPURLResponse)?.statusCode ?? 0)
      } catch {
        this.client?.urlProtocol(this, didFailWithError: error)
      }
    }
  }

  public override func stopLoading() {}

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

  /// Responds as the requested host.
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
