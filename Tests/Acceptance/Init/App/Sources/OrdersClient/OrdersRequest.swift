import Foundation

/// A request of the orders' service. Its type is in another module than Foundation on Linux.
public struct OrdersRequest: Sendable {
  public var request: URLRequest

  public init(path: String) { request = URLRequest(url: URL(fileURLWithPath: path)) }
}
