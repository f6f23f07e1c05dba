/// The sizes beyond which a request is refused.
package struct WireLimits: Sendable {
  /// The maximum size of a message, in bytes.
  package var message = 16 << 20
  /// The maximum number of open sessions per connection.
  package var sessions = 64
  /// The maximum number of queued requests per connection.
  package var requests = 1_024
  /// The maximum size of unread output, in bytes.
  package var output = 16 << 20
  /// The maximum number of connections to a socket.
  package var connections = 128
  /// The maximum number of connections of one process to a socket.
  package var connectionsOfProcess = 96

  /// Creates the documented limits.
  package init() {}
}
