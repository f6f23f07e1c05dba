import Dispatch
import MachoLocks
import MachoSystem
import MachoValues
import MachoWire

/// The sessions, pages and reports of one client, and the threads of its calls.
final class Agent: Sendable {
  private struct State {
    var sessions: [AgentSession] = []
    /// How many sessions of each feature were opened, for their handles.
    var counts: [String: Int] = [:]
    /// The process that lists features, and the build of its driver.
    var lists: (connection: AgentConnection, build: String)?
    var report: AgentReport?
    var isClosed = false
  }

  /// The maximal number of open sessions: each has a process.
  static let sessionLimit = 64
  /// The number of calls without a session that run at once.
  private static let concurrentCalls = 32

  let host: AgentHost
  let pages = OutputPages()
  private let state = Lock(State())
  private let slots = SlotSemaphore(count: concurrentCalls)

  init(_ host: AgentHost) { self.host = host }

  // MARK: Calls

  /// Runs a tool on the thread of its session, or on a new one. Calls `finish` there.
  func start(
    _ tool: AgentTool, _ members: [JSONValue.Member], _ cancellation: CallCancellation,
    finish: @escaping @Sendable (ToolResult) -> Void
  ) {
    let session: AgentSession?
    let arguments: ToolArguments
    do throws(ToolFailure) {
      arguments = try ToolArguments(members, of: tool)
      let handle = arguments.text("session")
      session = try handle.map { handle throws(ToolFailure) in try self.session(handle) }
    } catch {
      return finish(ToolResult(error))
    }
    let job: @Sendable () -> Void = { [self] in
      finish(tool.result(ToolCall(self, arguments, session, cancellation)))
    }
    if let session { return session.enqueue(job) }
    slots.acquire()
    let thread = PosixThread { [slots] in
      job()
      slots.release()
    }
    guard !thread.hasStarted else { return }
    slots.release()
    finish(ToolResult(ToolFailure("failed", "cannot start a thread for a call")))
  }

  // MARK: Sessions

  /// The handles of the open sessions.
  var handles: [String] { state.withLock { $0.sessions.filter { !$0.isClosed }.map(\.handle) } }

  func session(_ handle: String) throws(ToolFailure) -> AgentSession {
    let found = state.withLock { state in
      state.sessions.first { $0.handle == handle && !$0.isClosed }
    }
    if let found { return found }
    let open = handles
    var failure = ToolFailure(
      "no-such-session", "no session '\(handle)' is open",
      candidates: Suggestions.nearest(to: handle, among: open))
    failure.notes =
      open.isEmpty ? ["'open' opens one"] : ["open sessions: " + open.joined(separator: ", ")]
    throw failure
  }

  /// Returns a new handle for a session of a feature.
  func makeHandle(_ feature: String) throws(ToolFailure) -> String {
    guard handles.count < Self.sessionLimit else {
      throw ToolFailure(
        "too-many-sessions", "at most \(Self.sessionLimit) sessions are open: close one")
    }
    return state.withLock { state in
      state.counts[feature, default: 0] += 1
      return "\(feature)-\(state.counts[feature, default: 0])"
    }
  }

  func add(_ session: AgentSession) {
    let isClosed = state.withLock { state in
      state.sessions.removeAll(where: \.isClosed)
      state.sessions.append(session)
      return state.isClosed
    }
    if isClosed { session.close() }
  }

  func closeAll() {
    let (sessions, lists) = state.withLock { state in
      state.isClosed = true
      return (state.sessions, state.lists)
    }
    for session in sessions where !session.isClosed { session.close() }
    lists?.connection.terminate()
  }

  // MARK: Features

  /// Returns the listings of all features, or of one.
  func features(_ name: String?) throws(ToolFailure) -> [JSONValue] {
    let parameters = name.map { [JSONValue.Member("feature", .string($0))] } ?? []
    switch try listConnection().call("features", parameters, limit: host.lineLimit) {
    case .result(let result): return result["features"]?.array ?? []
    case .refused(let error): throw ToolFailure(error)
    case .crashed, .timedOut:
      state.withLock { $0.lists = nil }
      throw ToolFailure("crashed", "the process that lists features ended: call the tool again")
    }
  }

  private func listConnection() throws(ToolFailure) -> AgentConnection {
    let build = host.build()
    let (current, outdated) = state.withLock { state -> (AgentConnection?, AgentConnection?) in
      guard let lists = state.lists else { return (nil, nil) }
      if lists.build == build { return (lists.connection, nil) }
      state.lists = nil
      return (nil, lists.connection)
    }
    if let current { return current }
    outdated?.terminate()
    let connection: AgentConnection
    do throws(AgentHost.Failure) { connection = try host.connect() } catch {
      throw ToolFailure("failed", error.message)
    }
    let (kept, extra) = state.withLock { state in
      // Another call may have connected meanwhile.
      if let first = state.lists { return (first.connection, connection as AgentConnection?) }
      state.lists = (connection, build)
      return (connection, nil)
    }
    extra?.terminate()
    return kept
  }

  // MARK: Reports

  var report: AgentReport? {
    state.withLock(\.report)
  }

  func keep(_ report: AgentReport) { state.withLock { $0.report = report } }
}

/// The result of the last exploration or test run.
struct AgentReport: Sendable {
  var kind: String
  var text: String
  var facts: [JSONValue.Member]
  /// The scripts of the failures that an exploration found.
  var scripts: [String] = []
}
