import MachoLocks
import MachoSessions
import MachoSystem
import MachoValues

/// A session behind a handle, in its own process. Its calls run one after the other, in the order
/// of their arrival.
final class AgentSession: Sendable {
  /// What became of a session whose process has ended.
  enum Restoration: Sendable {
    /// A new process has run the earlier lines again.
    case restored(lines: Int)
    /// The handle is invalid.
    case lost(reason: String)
  }

  private struct State {
    var connection: AgentConnection
    /// The build of the driver in the process.
    var build: String
    /// The name of the session in its process.
    var name: String
    /// The lines that a new process would run again.
    var lines: [RememberedLine] = []
    /// The status after the last line.
    var status: SessionStatus
    /// Whether a line may have run real dependencies.
    var isLive: Bool
    var isClosed = false
  }

  let handle: String
  let host: AgentHost
  let opening: [JSONValue.Member]
  private let state: Lock<State>
  private let jobs = Mailbox<(@Sendable () -> Void)?>()

  /// Opens a session with the parameters of the method `open`.
  init(
    _ handle: String, _ host: AgentHost, _ opening: [JSONValue.Member], isLive: Bool,
    opened: (JSONValue) -> Void
  ) throws(ToolFailure) {
    let build = host.build()
    let (connection, result) = try Self.open(host, opening)
    opened(result)
    self.handle = handle
    self.host = host
    self.opening = opening
    state = Lock(
      State(
        connection: connection, build: build, name: result["session"]?.string ?? "",
        status: SessionStatus(result), isLive: isLive))
    let worker = PosixThread { [jobs] in while let job = jobs.next() { job() } }
    guard worker.hasStarted else {
      connection.terminate()
      throw ToolFailure("failed", "cannot start a thread for a session")
    }
  }

  static func open(
    _ host: AgentHost, _ opening: [JSONValue.Member]
  ) throws(ToolFailure) -> (AgentConnection, JSONValue) {
    let connection: AgentConnection
    do throws(AgentHost.Failure) { connection = try host.connect() } catch {
      throw ToolFailure("failed", error.message)
    }
    switch connection.call("open", opening, limit: host.lineLimit) {
    case .result(let result): return (connection, result)
    case .refused(let error):
      connection.terminate()
      throw ToolFailure(error)
    case .crashed(let error):
      connection.terminate()
      throw error.map { ToolFailure($0) }
        ?? ToolFailure("crashed", "the process ended while it opened the feature")
    case .timedOut:
      throw ToolFailure("timed-out", "the feature did not open within \(host.lineLimit)")
    }
  }

  /// Runs a job on the session's thread, after the jobs before it.
  func enqueue(_ job: @escaping @Sendable () -> Void) { jobs.post(job) }

  var isClosed: Bool { state.withLock(\.isClosed) }

  /// Whether a line may have run real dependencies.
  var isLive: Bool { state.withLock(\.isLive) }

  /// Whether the driver was rebuilt since the session's process started.
  var isOutdated: Bool { state.withLock(\.build) != host.build() }

  /// Ends the session and its process.
  func close() {
    let connection = state.withLock { state in
      state.isClosed = true
      return state.connection
    }
    connection.terminate()
    jobs.post(nil)
  }

  // MARK: Requests

  /// Calls a method with the session's name.
  func call(
    _ method: String, _ parameters: [JSONValue.Member] = [], limit: Duration? = nil,
    _ cancellation: CallCancellation? = nil
  ) -> WireReply {
    let (connection, name) = state.withLock { ($0.connection, $0.name) }
    return connection.call(
      method, [.init("session", .string(name))] + parameters, limit: limit ?? host.lineLimit,
      cancellation)
  }

  /// Calls a method without a session.
  func callConnection(_ method: String, _ parameters: [JSONValue.Member] = []) -> WireReply {
    state.withLock(\.connection).call(method, parameters, limit: host.lineLimit)
  }

  /// Remembers a line for a new process.
  ///
  /// - Parameter result: The result of the line, also if it failed.
  func remember(_ line: Line, _ result: JSONValue, hasFailed: Bool) {
    state.withLock { state in
      // Without a result it did not run.
      let status = result["position"] == nil ? state.status : SessionStatus(result)
      let isUnchanged = status == state.status && !result.hasChanges
      state.lines.append(RememberedLine(line, hasDoneNothing: hasFailed && isUnchanged))
      state.status = status
      if line.command == .context,
        (try? ContextChoice(parsing: String(line.arguments.text)))?.context == .live
      {
        state.isLive = true
      }
    }
  }

  var rememberedLines: [RememberedLine] { state.withLock(\.lines) }

  /// Whether the lines may run again. `false` if they ran real dependencies, or if another client may have
  /// run lines in the session.
  var isRepeatable: Bool { !isLive && !opening.contains { $0.key == "name" } }

  /// Opens a new process in the state before a line that ended the old one.
  func restore(after line: String) -> Restoration {
    let (old, lines, isLive) = state.withLock { ($0.connection, $0.lines, $0.isLive) }
    old.terminate()
    if isLive {
      return lose("it was live, and its lines would run real dependencies again")
    }
    guard isRepeatable else { return lose("shared sessions end with their process") }
    do throws(ToolFailure) {
      let build = host.build()
      let (connection, result) = try Self.open(host, opening)
      let name = result["session"]?.string ?? ""
      state.withLock { ($0.connection, $0.build, $0.name) = (connection, build, name) }
    } catch {
      return lose(error.message)
    }
    for line in lines.map(\.line.text) + ["# ended: " + line] {
      switch call("run", [.init("line", .string(line))]) {
      case .result, .refused: continue
      case .crashed, .timedOut:
        return lose("the lines before it did not run again")
      }
    }
    return .restored(lines: lines.count)
  }

  private func lose(_ reason: String) -> Restoration {
    close()
    return .lost(reason: reason)
  }
}
