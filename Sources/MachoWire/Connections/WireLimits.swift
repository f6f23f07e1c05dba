/// The sizes beyond which a client is told no.
package struct WireLimits: Sendable {
  /// The bytes of a message.
  package var message = 16 << 20
  /// The sessions that a connection has open.
  package var sessions = 64
  /// The requests of a connection that wait.
  package var requests = 1_024
  /// The bytes of output that a client has not read.
  package var output = 16 << 20
  /// The connections to a socket.
  package var connections = 128

  /// The documented ones.
  package init() {}
}
