import Foundation

/// A process that was started and not waited for yet: the leader of a group of its own, so that
/// what it starts can be ended with it.
struct SpawnedProcess {
  /// Why a process could not be started.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ operation: String, _ code: Int32) {
      description = "cannot \(operation): \(String(cString: strerror(code)))"
    }
  }

  /// What a child's standard streams are; without an input it reads nothing.
  private struct Streams {
    var input: Int32?
    var output: Int32
    var errors: Int32
    /// What it has as `ChildSocket.lifeline`.
    var lifeline: Int32?
  }

  private static let spawnLock = NSLock()

  let processID: pid_t
  /// What reads the child's standard output and standard error.
  let output: Int32
  let errors: Int32

  /// Lets children be waited for, also where whoever started this process ignored their ends.
  static func resetChildSignal() { _ = signal(SIGCHLD, SIG_DFL) }

  /// Starts an executable that reads nothing and writes to two pipes.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws(Failure) {
    // One at a time: between its making and its mark a pipe could get into another child, and would
    // not end before that one does.
    Self.spawnLock.lock()
    defer { Self.spawnLock.unlock() }
    let (output, errors) = (try Pipe(), try Pipe())
    defer {
      close(output.writeEnd)
      close(errors.writeEnd)
    }
    do throws(Failure) {
      processID = try Self.spawn(
        path, arguments, environment,
        Streams(input: nil, output: output.writeEnd, errors: errors.writeEnd), leadsGroup: true)
    } catch {
      close(output.readEnd)
      close(errors.readEnd)
      throw error
    }
    (self.output, self.errors) = (output.readEnd, errors.readEnd)
  }

  /// Starts an executable in this process's group, with its output and errors; it reads `input`.
  static func spawnInForeground(_ path: String, _ arguments: [String], input: Int32) throws(Failure)
    -> pid_t
  {
    try spawn(
      path, arguments, ProcessInfo.processInfo.environment,
      Streams(input: input, output: STDOUT_FILENO, errors: STDERR_FILENO), leadsGroup: false)
  }

  /// Starts an executable that reads and writes a socket, and that can see by another descriptor
  /// when this process ends. It leads a group of its own.
  static func spawnConnection(
    _ path: String, _ arguments: [String], socket: Int32, lifeline: Int32
  ) throws(Failure) -> pid_t {
    try spawn(
      path, arguments, ProcessInfo.processInfo.environment,
      Streams(input: socket, output: socket, errors: STDERR_FILENO, lifeline: lifeline),
      leadsGroup: true)
  }

  /// Starts an executable that has a socket besides its standard streams, which lead nowhere, as
  /// `ChildSocket.lifeline`. It leads a group of its own.
  static func spawnForkServer(
    _ path: String, _ arguments: [String], _ environment: [String: String], socket: Int32
  ) throws(Failure) -> pid_t {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { throw Failure("open /dev/null", errno) }
    defer { close(nowhere) }
    return try spawn(
      path, arguments, environment,
      Streams(input: nil, output: nowhere, errors: nowhere, lifeline: socket), leadsGroup: true)
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String], _ streams: Streams,
    leadsGroup: Bool
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
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
    posix_spawn_file_actions_adddup2(&actions, streams.output, STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, streams.errors, STDERR_FILENO)
    if let lifeline = streams.lifeline {
      posix_spawn_file_actions_adddup2(&actions, lifeline, ChildSocket.lifeline)
    }
    resetSignals(&attributes)
    posix_spawnattr_setpgroup(&attributes, 0)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if leadsGroup { flags |= POSIX_SPAWN_SETPGROUP }
    #if canImport(Darwin)
      flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw Failure("start \(path)", code) }
    return identifier
  }

  /// The child blocks and ignores nothing, whatever its parent's threads do.
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

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Ends the child and what it started. Only before `reap`: until then the number is its own.
  func killGroup() {
    kill(-processID, SIGKILL)
    kill(processID, SIGKILL)
  }

  /// Has the runtime of the child answer with a backtrace. Only before `reap`.
  func requestBacktrace() { kill(processID, SIGQUIT) }

  /// Whether the child has ended. It can still be signalled.
  var hasExited: Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT)
    // Nobody else waits for it: an error other than an interruption means that it is gone.
    return status == 0 ? information.si_signo != 0 : errno != EINTR
  }

  /// Ends what is left of the group and returns what `waitpid` says of the child, which has ended.
  func reap() -> Int32 {
    killGroup()
    var status: Int32 = 0
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status
  }

  func closePipes() {
    close(output)
    close(errors)
  }
}

/// A pipe that no child gets by accident, if `SpawnedProcess.starting` is held until it is so.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws(SpawnedProcess.Failure) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnedProcess.Failure("make a pipe", errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }
}
