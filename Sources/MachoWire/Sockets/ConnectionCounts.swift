import MachoLocks

/// The connections to a socket, in total and by the process that made them.
///
/// A process that opens connections without an end must not take those of other clients.
package struct ConnectionCounts: Sendable {
  private let limits: WireLimits
  private var total = 0
  private var counts: [pid_t: Int] = [:]

  /// Creates counts of no connections.
  package init(_ limits: WireLimits) { self.limits = limits }

  /// Adds a connection of a process, which is `nil` if it is unknown. Returns the error, and adds
  /// nothing, if a limit is exceeded.
  package mutating func add(of process: pid_t?) -> WireError? {
    let count = process.flatMap { counts[$0] } ?? 0
    guard total < limits.connections else {
      return Self.error("a server has at most \(limits.connections) connections")
    }
    guard count < limits.connectionsOfProcess else {
      return Self.error(
        "a process has at most \(limits.connectionsOfProcess) connections to a server")
    }
    total += 1
    if let process { counts[process] = count + 1 }
    return nil
  }

  /// Removes a connection that was added.
  package mutating func remove(of process: pid_t?) {
    total -= 1
    guard let process else { return }
    let rest = (counts[process] ?? 1) - 1
    counts[process] = rest > 0 ? rest : nil
  }

  private static func error(_ message: String) -> WireError {
    WireError(.limitExceeded, "too-many-connections", message)
  }
}
