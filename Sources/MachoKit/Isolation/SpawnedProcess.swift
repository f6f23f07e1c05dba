import Foundation
import MachoSystem

/// A spawned process that has not been waited for. It leads its own process group, so that its
/// descendants can be killed with it.
struct SpawnedProcess {
  /// Why a process could not be spawned.
  struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ operation: String, _ code: Int32) {
      description = "cannot \(operation): \(String(cString: strerror(code)))"
    }
  }

  /// A child's standard streams. Without an input it reads from `/dev/null`.
  private struct Streams {
    var input: Int32?
    var output: Int32
    var errors: Int32
    /// The descriptor passed as `ChildSocket.lifeline`.
    var lifeline: Int32?
  }

  private static let spawnLock = NSLock()

  /// How many scripts can run at the same time with the descriptors that are free. At least 1.
  ///
  /// The run of a script has two pipes and files, and twice as many descriptors while it starts.
  static var maximumCount: Int { max(1, (freeDescriptorCount() - 8) / 8) }

  let processID: pid_t
  /// The read ends of the child's standard output and standard error.
  let output: Int32
  let errors: Int32

  /// Restores the default action of SIGCHLD, so that children can be waited for even if the parent
  /// process ignored it.
  static func resetChildSignal() { _ = signal(SIGCHLD, SIG_DFL) }

  /// Spawns an executable with an empty input and two output pipes.
  init(_ path: String, _ arguments: [String], environment: [String: String]) throws(Failure) {
    // One at a time: between `pipe` and `FD_CLOEXEC` another child could inherit the pipe and keep
    // it open.
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

  /// Spawns an executable in this process's group with its standard output and error; it reads
  /// `input`.
  static func spawnInForeground(_ path: String, _ arguments: [String], input: Int32) throws(Failure)
    -> pid_t
  {
    try spawn(
      path, arguments, ProcessInfo.processInfo.environment,
      Streams(input: input, output: STDOUT_FILENO, errors: STDERR_FILENO), leadsGroup: false)
  }

  /// Spawns an executable whose standard input and output are a socket. It gets a descriptor that
  /// closes when this process exits, and leads its own process group.
  static func spawnConnection(
    _ path: String, _ arguments: [String], socket: Int32, lifeline: Int32
  ) throws(Failure) -> pid_t {
    try spawn(
      path, arguments, ScriptLauncher.withBacktraces(ProcessInfo.processInfo.environment),
      Streams(input: socket, output: socket, errors: STDERR_FILENO, lifeline: lifeline),
      leadsGroup: true)
  }

  /// Spawns an executable whose standard input and output are a socket. Returns the process and the
  /// read end of its standard error.
  static func spawnEditorChild(
    _ path: String, _ arguments: [String], environment: [String: String], socket: Int32
  ) throws(Failure) -> SpawnedProcess {
    spawnLock.lock()
    defer { spawnLock.unlock() }
    let errors = try Pipe()
    defer { close(errors.writeEnd) }
    do throws(Failure) {
      let identifier = try spawn(
        path, arguments, environment,
        Streams(input: socket, output: socket, errors: errors.writeEnd), leadsGroup: true)
      return SpawnedProcess(processID: identifier, output: -1, errors: errors.readEnd)
    } catch {
      close(errors.readEnd)
      throw error
    }
  }

  private init(processID: pid_t, output: Int32, errors: Int32) {
    (self.processID, self.output, self.errors) = (processID, output, errors)
  }

  /// Spawns an executable with a socket as `ChildSocket.lifeline`; its standard streams are
  /// `/dev/null`. It leads its own process group.
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

  #if canImport(Darwin)
    private typealias Attributes = posix_spawnattr_t?
  #else
    private typealias Attributes = posix_spawnattr_t
  #endif

  /// Kills the child and its group. Call it only before `reap`: until then the process ID is not
  /// reused.
  func killGroup() {
    kill(-processID, SIGKILL)
    kill(processID, SIGKILL)
  }

  /// Makes the child's runtime print a backtrace. Call it only before `reap`.
  func requestBacktrace() { kill(processID, SIGQUIT) }

  /// Whether the child has exited. It can still be signalled.
  var hasExited: Bool {
    var information = siginfo_t()
    let status = waitid(P_PID, id_t(processID), &information, WEXITED | WNOHANG | WNOWAIT)
    // Only this process waits for the child: an error other than EINTR means that it is gone.
    return status == 0 ? information.si_signo != 0 : errno != EINTR
  }

  /// Kills the rest of the group and returns the `waitpid` status of the child, which has exited.
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

/// A pipe that no other child inherits, if `SpawnedProcess.spawnLock` is held while it is created.
private struct Pipe {
  let readEnd: Int32
  let writeEnd: Int32

  init() throws(SpawnedProcess.Failure) {
    guard let ends = makePipe() else { throw SpawnedProcess.Failure("make a pipe", errno) }
    (readEnd, writeEnd) = ends
  }
}
