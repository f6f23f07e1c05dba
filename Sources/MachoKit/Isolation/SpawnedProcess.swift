import Foundation
import MachoLocks
import MachoSystem

/// A child process. By default it leads its own process group, so that its descendants can be killed
/// with it.
final class SpawnedProcess: Sendable {
  /// Why a process could not be spawned.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ operation: String, _ code: Int32) {
      description = "cannot \(operation): \(String(cString: strerror(code)))"
    }
  }

  /// What a standard stream of a child is.
  enum Stream {
    /// `/dev/null`.
    case nowhere
    /// A pipe that this process reads.
    case pipe
    /// A descriptor of this process.
    case descriptor(Int32)
  }

  /// The descriptors that become a child's. `nil`: `/dev/null`.
  private struct Descriptors {
    var input: Int32?
    var output: Int32?
    var errors: Int32?
    /// The descriptor passed as `ChildSocket.lifeline`.
    var lifeline: Int32?
  }

  /// How many scripts can run at the same time with the descriptors that are free. At least 1.
  ///
  /// The run of a script has two pipes and files, and twice as many descriptors while it starts.
  static var maximumCount: Int { max(1, (freeDescriptorCount() - 8) / 8) }

  let processID: pid_t
  /// The read ends of the pipes of the child's standard output and standard error. -1: no pipe.
  let output: Int32
  let errors: Int32
  /// ORDER: locked while the process is signalled or reaped, so that its ID is not reused before.
  private let isReaped = Lock(false)

  /// Restores the default action of SIGCHLD, so that children can be waited for even if the parent
  /// process ignored it.
  static func resetChildSignal() { _ = signal(SIGCHLD, SIG_DFL) }

  private static let spawnLock = NSLock()

  /// Spawns an executable.
  ///
  /// - Parameters:
  ///   - executable: Its path. Default: this one.
  ///   - input: Its standard input; no pipe.
  ///   - lifeline: A descriptor that the child gets as `ChildSocket.lifeline`. Default: none.
  init(
    _ arguments: [String], of executable: String = ScriptLauncher.executable,
    environment: [String: String] = ProcessInfo.processInfo.environment, input: Stream = .nowhere,
    output: Stream = .pipe, errors: Stream = .pipe, lifeline: Int32? = nil, leadsGroup: Bool = true
  ) throws(Failure) {
    // One at a time: macOS has no pipes that are closed on `exec` from the start, so another child could
    // inherit the pipe and keep it open.
    Self.spawnLock.lock()
    defer { Self.spawnLock.unlock() }
    var ends: [(own: Int32, child: Int32)] = []
    func childEnd(_ stream: Stream) throws(Failure) -> Int32? {
      switch stream {
      case .nowhere: return nil
      case .descriptor(let descriptor): return descriptor
      case .pipe:
        guard let (reading, writing) = makePipe() else { throw Failure("make a pipe", errno) }
        ends.append((reading, writing))
        return writing
      }
    }
    var hasStarted = false
    defer {
      for (own, child) in ends {
        Foundation.close(child)
        if !hasStarted { Foundation.close(own) }
      }
    }
    let streams = Descriptors(
      input: try childEnd(input), output: try childEnd(output), errors: try childEnd(errors),
      lifeline: lifeline)
    processID = try Self.spawn(executable, arguments, environment, streams, leadsGroup: leadsGroup)
    hasStarted = true
    self.output = ends.first { $0.child == streams.output }?.own ?? -1
    self.errors = ends.first { $0.child == streams.errors }?.own ?? -1
  }

  /// Spawns this executable with a socket as its standard input and output. Returns the other end too.
  static func connect(
    _ arguments: [String],
    environment: [String: String] = ScriptLauncher.withBacktraces(
      ProcessInfo.processInfo.environment),
    errors: Stream = .descriptor(STDERR_FILENO), lifeline: Int32? = nil
  ) throws(Failure) -> (process: SpawnedProcess, socket: Int32) {
    guard let (own, other) = makeSocketPair() else { throw Failure("make a socket", errno) }
    defer { Foundation.close(other) }
    do throws(Failure) {
      let process = try SpawnedProcess(
        arguments, environment: environment, input: .descriptor(other), output: .descriptor(other),
        errors: errors, lifeline: lifeline)
      return (process, own)
    } catch {
      Foundation.close(own)
      throw error
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ streams: Descriptors,
    leadsGroup: Bool
  ) throws(Failure) -> pid_t {
    var (actions, attributes) = Self.uninitialized
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input = streams.input {
      posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO)
    } else {
      posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    }
    for (stream, target) in [(streams.output, STDOUT_FILENO), (streams.errors, STDERR_FILENO)] {
      if let stream {
        posix_spawn_file_actions_adddup2(&actions, stream, target)
      } else {
        posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_WRONLY, 0)
      }
    }
    if let lifeline = streams.lifeline {
      posix_spawn_file_actions_adddup2(&actions, lifeline, ChildSocket.lifeline)
    }
    resetSignals(&attributes)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if leadsGroup { flags |= POSIX_SPAWN_SETPGROUP }
    posix_spawnattr_setflags(&attributes, Int16(flags | Self.closingFlag))

    var argv = ([path] + arguments).map { Optional(makeCString($0)) } + [nil]
    var envp = environment.map { Optional(makeCString("\($0.key)=\($0.value)")) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Failure("start \(path)", code) }
    return identifier
  }

  /// Resets the child's signal mask and actions, whatever this process's threads have set.
  private static func resetSignals(_ attributes: inout Attributes) {
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var usual = sigset_t()
    sigemptyset(&usual)
    for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE, SIGALRM, SIGCHLD, SIGTSTP] {
      sigaddset(&usual, signal)
    }
    posix_spawnattr_setsigdefault(&attributes, &usual)
  }

  // macOS declares pointers, and a flag that makes `exec` close all other descriptors.
  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
    private static var uninitialized: (posix_spawn_file_actions_t?, Attributes) { (nil, nil) }
    private static let closingFlag = POSIX_SPAWN_CLOEXEC_DEFAULT
  #else
    private typealias Attributes = posix_spawnattr_t
    private static var uninitialized: (posix_spawn_file_actions_t, Attributes) {
      (.init(), .init())
    }
    private static let closingFlag: Int32 = 0
  #endif

  /// Kills the child and its group, unless it was reaped. May be called on any thread.
  func killGroup() {
    isReaped.withLock { isReaped in
      guard !isReaped else { return }
      kill(-processID, SIGKILL)
      kill(processID, SIGKILL)
    }
  }

  /// Makes the child's runtime print a backtrace. Call it only before `reap`.
  func requestBacktrace() { kill(processID, SIGQUIT) }

  /// Whether the child has exited. It can still be signalled.
  var hasExited: Bool { hasExited(WNOHANG) }

  private func hasExited(_ flags: Int32) -> Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(processID), &information, WEXITED | WNOWAIT | flags)
    // Only this process waits for the child: an error other than EINTR means that it is gone.
    return status == 0 ? information.si_signo != 0 : errno != EINTR
  }

  /// Waits until the child exits, kills the rest of its group, and returns its `waitpid` status.
  @discardableResult
  func reap() -> Int32 {
    while !hasExited(0) {}
    return isReaped.withLock { isReaped in
      kill(-processID, SIGKILL)
      isReaped = true
      var status: Int32 = 0
      while waitpid(processID, &status, 0) < 0, errno == EINTR {}
      return status
    }
  }

  /// Reaps the child on a thread, and calls `onExit` there with its status.
  func reapInBackground(_ onExit: @escaping @Sendable (Int32) -> Void = { _ in }) throws(Failure) {
    guard !PosixThread({ [self] in onExit(reap()) }).hasStarted else { return }
    killGroup()
    reap()
    throw Failure("start a thread", EAGAIN)
  }

  /// Closes the pipes.
  func close() {
    for pipe in [output, errors] where pipe >= 0 { Foundation.close(pipe) }
  }
}
